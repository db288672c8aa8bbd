// @ts-nocheck
// "npm run schemas" writes this file from schemas/config.json.
import ucs2length from 'ajv/dist/runtime/ucs2length.js';
"use strict";
export const validate = validate20;
export default validate20;
const schema31 = {"type":"object","additionalProperties":false,"properties":{"dataDir":{"type":"string","minLength":1},"workDir":{"type":"string"},"host":{"type":"string"},"port":{"type":"integer","minimum":0,"maximum":65535},"publicUrl":{"type":"string","pattern":"^(https://[^/?#]+)?$"},"internal":{"type":"object","additionalProperties":false,"properties":{"host":{"type":"string","minLength":1},"port":{"type":["integer","null"],"minimum":0,"maximum":65535}}},"tls":{"type":"object","additionalProperties":false,"properties":{"mode":{"enum":["self-signed","files","proxy"]},"cert":{"type":"string"},"key":{"type":"string"},"selfSigned":{"type":"object","additionalProperties":false,"properties":{"keyType":{"enum":["ec","rsa"]}}},"http2":{"type":"boolean"},"trustedProxies":{"type":"array","items":{"type":"string","minLength":1}}}},"limits":{"type":"object","additionalProperties":false,"properties":{"uploadBytes":{"type":"integer","minimum":1},"pixels":{"type":"integer","minimum":1},"frames":{"type":"integer","minimum":1},"jsonBytes":{"type":"integer","minimum":100},"connectionsPerAddress":{"type":"integer","minimum":1},"keyChecksPerMinute":{"type":"integer","minimum":1},"firstByteSeconds":{"type":"number","exclusiveMinimum":0},"headersSeconds":{"type":"number","exclusiveMinimum":0},"bodyBytesPerSecond":{"type":"integer","minimum":0},"bodyWindowSeconds":{"type":"number","exclusiveMinimum":0},"requestSeconds":{"type":"number","exclusiveMinimum":0},"idleSeconds":{"type":"number","exclusiveMinimum":0},"workBytes":{"type":"integer","minimum":1048576},"workFreeBytes":{"type":"integer","minimum":0}}},"source":{"type":"object","additionalProperties":false,"properties":{"allow":{"type":"array","items":{"type":"string","minLength":1}},"maxRedirects":{"type":"integer","minimum":0,"maximum":10},"connectSeconds":{"type":"number","exclusiveMinimum":0},"firstByteSeconds":{"type":"number","exclusiveMinimum":0},"totalSeconds":{"type":"number","exclusiveMinimum":0},"maxPerAccount":{"type":"integer","minimum":1}}},"queue":{"type":"object","additionalProperties":false,"properties":{"slots":{"type":"integer","minimum":0,"maximum":1024},"maxJobs":{"type":"integer","minimum":1},"maxJobsPerAccount":{"type":"integer","minimum":1},"maxWaitSeconds":{"type":"number","exclusiveMinimum":0},"overloadSeconds":{"type":"number","exclusiveMinimum":0},"answerSeconds":{"type":"number","exclusiveMinimum":0}}},"tools":{"type":"object","additionalProperties":false,"properties":{"path":{"type":"array","items":{"type":"string","minLength":1}},"sandbox":{"enum":["auto","bwrap","limits","none"]},"readable":{"type":"array","items":{"type":"string","pattern":"^/"}},"deadlineSeconds":{"type":"number","exclusiveMinimum":0},"memoryBytes":{"type":"integer","minimum":67108864},"cpuSeconds":{"type":"integer","minimum":1},"fileBytes":{"type":"integer","minimum":1048576},"folderBytes":{"type":"integer","minimum":1048576},"folderFiles":{"type":"integer","minimum":100},"processes":{"type":"integer","minimum":1}}},"outputs":{"type":"object","additionalProperties":false,"properties":{"kind":{"type":"string","enum":["files","s3","google"]},"bucket":{"type":"object","additionalProperties":false,"properties":{"name":{"type":"string"},"prefix":{"type":"string","pattern":"^([^/]+/)*$","x-expected":"text that ends with a slash, or nothing"},"endpoint":{"type":"string","pattern":"^(https?://[^/?#\\s@]+(/[^?#\\s]*)?)?$","x-expected":"an http or https address, or nothing"},"region":{"type":"string","pattern":"^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$","x-expected":"a region such as us-east-1"},"forcePathStyle":{"type":"boolean"},"credentialsFile":{"type":"string"},"deadlineSeconds":{"type":"number","minimum":1,"maximum":60},"attempts":{"type":"integer","minimum":1,"maximum":10}}},"maxBytes":{"type":"integer","minimum":1048576},"retentionSeconds":{"type":"integer","minimum":1},"publicDownload":{"type":"boolean"},"shareBetweenAccounts":{"type":"boolean"}}},"state":{"type":"object","additionalProperties":false,"properties":{"kind":{"type":"string","enum":["files","redis"]},"redis":{"type":"object","additionalProperties":false,"properties":{"url":{"type":"string"},"passwordFile":{"type":"string"},"caFile":{"type":"string"},"serverName":{"type":"string"},"sentinels":{"type":"array","items":{"type":"string"}},"sentinelPasswordFile":{"type":"string"},"prefix":{"type":"string","pattern":"^\\{[A-Za-z0-9_.-]+\\}[A-Za-z0-9_.:-]*$"},"replicas":{"type":"integer","minimum":0,"maximum":10},"deadlineSeconds":{"type":"number","minimum":0.1,"maximum":10}}},"graceSeconds":{"type":"number","minimum":0},"secretFile":{"type":"string"}}},"web":{"type":"object","additionalProperties":false,"properties":{"enabled":{"type":"boolean"},"registration":{"enum":["closed","invite","approval","open"]},"newAccounts":{"type":"object","additionalProperties":false,"properties":{"monthlyLimit":{"type":["integer","null"],"minimum":0},"requestsPerMinute":{"type":["integer","null"],"minimum":1},"attemptsPerHour":{"type":"integer","minimum":1},"maxAccounts":{"type":"integer","minimum":0}}},"sessionHours":{"type":"number","exclusiveMinimum":0},"idleHours":{"type":"number","exclusiveMinimum":0},"signInAttempts":{"type":"integer","minimum":1},"signInWindowSeconds":{"type":"number","exclusiveMinimum":0},"passkeys":{"type":"boolean"},"demo":{"type":"object","additionalProperties":false,"properties":{"enabled":{"type":"boolean"},"picturesPerHour":{"type":"integer","minimum":1},"uploadBytes":{"type":"integer","minimum":1}}},"maxFiles":{"type":"integer","minimum":1},"uploadsAtOnce":{"type":"integer","minimum":1},"language":{"enum":["auto","en","de"]}}},"storage":{"type":"object","additionalProperties":false,"properties":{"ownCredentials":{"type":"boolean"},"objstore":{"type":"object","additionalProperties":false,"properties":{"endpoint":{"type":"string","pattern":"^(https?://[^/?#\\s@]+(/[^?#\\s]*)?)?$","x-expected":"an http or https address, or nothing"},"forcePathStyle":{"type":"boolean"},"regions":{"type":"array","items":{"type":"string","pattern":"^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$"}},"acls":{"type":"array","items":{"type":"string","minLength":1}}}},"cstore":{"type":"object","additionalProperties":false,"properties":{"endpoint":{"type":"string","minLength":1,"pattern":"^(https?://[^/?#\\s@]+(/[^?#\\s]*)?)?$","x-expected":"an http or https address"}}},"deadlineSeconds":{"type":"number","exclusiveMinimum":0,"maximum":600},"attempts":{"type":"integer","minimum":1,"maximum":10},"maxUploads":{"type":"integer","minimum":1},"stores":{"type":"object","propertyNames":{"pattern":"^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$"},"additionalProperties":{"$ref":"#/$defs/store"}}}},"shutdown":{"type":"object","additionalProperties":false,"properties":{"drainSeconds":{"type":"number","minimum":0},"graceSeconds":{"type":"number","minimum":0}}},"log":{"type":"object","additionalProperties":false,"properties":{"level":{"enum":["debug","info","warn","error","silent"]},"format":{"enum":["auto","json","pretty"]}}},"tracing":{"type":"object","additionalProperties":false,"properties":{"address":{"type":"string","pattern":"^(https?://[^\\s@?#]+)?$"},"sampleRatio":{"type":"number","minimum":0,"maximum":1},"trustParent":{"type":"boolean"}}},"quality":{"type":"object","additionalProperties":false,"properties":{"mode":{"enum":["adaptive","fixed"]},"effort":{"enum":["fast","balanced","best"]},"preset":{"enum":["archive","high","compact"]},"target":{"type":"number","minimum":30,"maximum":95,"x-presets":{"archive":90,"high":79.5,"compact":70}},"min":{"type":"number","minimum":0,"maximum":95,"x-presets":{"archive":85,"high":60,"compact":55}},"max":{"type":["number","null"],"minimum":30,"maximum":100},"trials":{"type":"integer","minimum":1,"maximum":12,"x-former":"probes"},"budget":{"type":"number","exclusiveMinimum":0},"paletteBudget":{"type":"number","exclusiveMinimum":0}}},"decoders":{"type":"object","propertyNames":{"pattern":"^image/[a-z0-9.+-]+$"},"additionalProperties":{"anyOf":[{"$ref":"#/$defs/decoder"},{"type":"null"}]}},"encoders":{"type":"object","propertyNames":{"pattern":"^[a-z0-9][a-z0-9-]*$"},"additionalProperties":{"anyOf":[{"$ref":"#/$defs/encoder"},{"type":"null"}]}},"types":{"type":"object","propertyNames":{"pattern":"^image/[a-z0-9.+-]+$"},"additionalProperties":{"anyOf":[{"type":"array","minItems":1,"items":{"type":"array","minItems":1,"items":{"type":"string"}}},{"type":"null"}]}},"wildcardTypes":{"type":"array","items":{"type":"string"},"minItems":1}},"$defs":{"replacedFields":{"type":"object","additionalProperties":false,"properties":{"command":{"$ref":"#/$defs/encoder/properties/command"},"quickCommand":{"$ref":"#/$defs/encoder/properties/quickCommand"},"lossySourceCommand":{"$ref":"#/$defs/encoder/properties/lossySourceCommand"},"draftCommand":{"$ref":"#/$defs/encoder/properties/draftCommand"},"otherCommand":{"$ref":"#/$defs/encoder/properties/otherCommand"},"planesCommand":{"$ref":"#/$defs/encoder/properties/planesCommand"},"otherPlanesCommand":{"$ref":"#/$defs/encoder/properties/otherPlanesCommand"},"alphaCommand":{"$ref":"#/$defs/encoder/properties/alphaCommand"},"coarseAlphaCommand":{"$ref":"#/$defs/encoder/properties/coarseAlphaCommand"},"quality":{"$ref":"#/$defs/encoder/properties/quality"},"scale":{"$ref":"#/$defs/encoder/properties/scale"},"search":{"$ref":"#/$defs/encoder/properties/search"}}},"store":{"type":"object","required":["service","bucket"],"properties":{"service":{"enum":["objstore","cstore"]},"bucket":{"type":"string","minLength":1},"prefix":{"type":"string","pattern":"^([^/]+/)*$","x-expected":"text that ends with a slash, or nothing"},"prefixPerAccount":{"type":"boolean"},"accounts":{"type":"array","items":{"type":"string","pattern":"^acct_[A-Za-z0-9]{16}$","x-expected":"the id of an account"}},"endpoint":{"type":"string","pattern":"^(https?://[^/?#\\s@]+(/[^?#\\s]*)?)?$","x-expected":"an http or https address, or nothing"}},"allOf":[{"if":{"required":["service"],"properties":{"service":{"const":"objstore"}}},"then":{"required":["region","accessKeyId","secretAccessKey"],"additionalProperties":false,"properties":{"service":{},"bucket":{},"prefix":{},"prefixPerAccount":{},"accounts":{},"endpoint":{},"region":{"type":"string","pattern":"^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$","x-expected":"a region such as us-east-1"},"forcePathStyle":{"type":"boolean"},"acl":{"type":"string","minLength":1},"accessKeyId":{"$ref":"#/$defs/secret"},"secretAccessKey":{"$ref":"#/$defs/secret"}}}},{"if":{"required":["service"],"properties":{"service":{"const":"cstore"}}},"then":{"required":["serviceAccountKey"],"additionalProperties":false,"properties":{"service":{},"bucket":{},"prefix":{},"prefixPerAccount":{},"accounts":{},"endpoint":{},"serviceAccountKey":{"$ref":"#/$defs/secret"}}}}]},"secret":{"anyOf":[{"type":"string","minLength":1},{"type":"object","additionalProperties":false,"required":["env"],"properties":{"env":{"type":"string","minLength":1}}},{"type":"object","additionalProperties":false,"required":["file"],"properties":{"file":{"type":"string","minLength":1}}}]},"encoder":{"type":"object","additionalProperties":false,"required":["produces","reads","command"],"properties":{"produces":{"type":"string","pattern":"^image/[a-z0-9.+-]+$"},"reads":{"type":"array","minItems":1,"items":{"type":"string","pattern":"^image/[a-z0-9.+-]+$"}},"command":{"type":"array","minItems":1,"items":{"type":"string"}},"quickCommand":{"type":"array","minItems":1,"items":{"type":"string"}},"pressureCommand":{"type":"array","minItems":1,"items":{"type":"string"}},"lossySourceCommand":{"type":"array","minItems":1,"items":{"type":"string"}},"draftCommand":{"type":"array","minItems":1,"items":{"type":"string"}},"otherCommand":{"type":"array","minItems":1,"items":{"type":"string"}},"planesCommand":{"type":"array","minItems":1,"items":{"type":"string"}},"otherPlanesCommand":{"type":"array","minItems":1,"items":{"type":"string"}},"alphaCommand":{"type":"array","minItems":1,"items":{"type":"string"}},"coarseAlphaCommand":{"type":"array","minItems":1,"items":{"type":"string"}},"quality":{"type":"number"},"scale":{"type":"number","exclusiveMinimum":0,"maximum":100},"search":{"type":"object","additionalProperties":false,"required":["finest","coarsest"],"properties":{"finest":{"type":"number"},"coarsest":{"type":"number"}}},"presets":{"type":"object","propertyNames":{"enum":["archive","high","compact"]},"additionalProperties":{"$ref":"#/$defs/replacedFields"}},"efforts":{"type":"object","propertyNames":{"enum":["fast","balanced","best"]},"additionalProperties":{"$ref":"#/$defs/replacedFields"}},"variants":{"type":"array","minItems":1,"items":{"type":"string","minLength":1}},"mode":{"enum":["adaptive","fixed"]},"flatOnly":{"type":"boolean"},"forPhotographs":{"type":"boolean"},"repeatsColours":{"type":"boolean"},"lossless":{"type":"boolean"},"losslessSourcesOnly":{"type":"boolean"},"baselineOnly":{"type":"boolean"},"animated":{"type":"boolean"},"keepsDepth":{"type":"boolean"},"declines":{"type":"array","items":{"type":"integer","minimum":1,"maximum":255}},"warns":{"type":"array","items":{"type":"integer","minimum":1,"maximum":255}},"damaged":{"type":"array","items":{"type":"string","minLength":1}},"version":{"type":"array","items":{"type":"string"}}}},"decoder":{"type":"object","additionalProperties":false,"required":["command"],"properties":{"command":{"type":"array","minItems":1,"items":{"type":"string"}},"deepCommand":{"type":"array","minItems":1,"items":{"type":"string"}},"planesCommand":{"type":"array","minItems":1,"items":{"type":"string"}},"writes":{"enum":["image/x-portable-pixmap","image/png"]},"warns":{"type":"array","items":{"type":"integer","minimum":1,"maximum":255}},"version":{"type":"array","items":{"type":"string"}}}}}};
const schema36 = {"type":"object","additionalProperties":false,"required":["command"],"properties":{"command":{"type":"array","minItems":1,"items":{"type":"string"}},"deepCommand":{"type":"array","minItems":1,"items":{"type":"string"}},"planesCommand":{"type":"array","minItems":1,"items":{"type":"string"}},"writes":{"enum":["image/x-portable-pixmap","image/png"]},"warns":{"type":"array","items":{"type":"integer","minimum":1,"maximum":255}},"version":{"type":"array","items":{"type":"string"}}}};
const func1 = Object.prototype.hasOwnProperty;
const func2 = ucs2length.default;
const pattern4 = new RegExp("^(https://[^/?#]+)?$", "u");
const pattern5 = new RegExp("^/", "u");
const pattern6 = new RegExp("^([^/]+/)*$", "u");
const pattern7 = new RegExp("^(https?://[^/?#\\s@]+(/[^?#\\s]*)?)?$", "u");
const pattern8 = new RegExp("^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$", "u");
const pattern9 = new RegExp("^\\{[A-Za-z0-9_.-]+\\}[A-Za-z0-9_.:-]*$", "u");
const pattern13 = new RegExp("^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$", "u");
const pattern18 = new RegExp("^(https?://[^\\s@?#]+)?$", "u");
const pattern19 = new RegExp("^image/[a-z0-9.+-]+$", "u");
const pattern20 = new RegExp("^[a-z0-9][a-z0-9-]*$", "u");
const schema32 = {"type":"object","required":["service","bucket"],"properties":{"service":{"enum":["objstore","cstore"]},"bucket":{"type":"string","minLength":1},"prefix":{"type":"string","pattern":"^([^/]+/)*$","x-expected":"text that ends with a slash, or nothing"},"prefixPerAccount":{"type":"boolean"},"accounts":{"type":"array","items":{"type":"string","pattern":"^acct_[A-Za-z0-9]{16}$","x-expected":"the id of an account"}},"endpoint":{"type":"string","pattern":"^(https?://[^/?#\\s@]+(/[^?#\\s]*)?)?$","x-expected":"an http or https address, or nothing"}},"allOf":[{"if":{"required":["service"],"properties":{"service":{"const":"objstore"}}},"then":{"required":["region","accessKeyId","secretAccessKey"],"additionalProperties":false,"properties":{"service":{},"bucket":{},"prefix":{},"prefixPerAccount":{},"accounts":{},"endpoint":{},"region":{"type":"string","pattern":"^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$","x-expected":"a region such as us-east-1"},"forcePathStyle":{"type":"boolean"},"acl":{"type":"string","minLength":1},"accessKeyId":{"$ref":"#/$defs/secret"},"secretAccessKey":{"$ref":"#/$defs/secret"}}}},{"if":{"required":["service"],"properties":{"service":{"const":"cstore"}}},"then":{"required":["serviceAccountKey"],"additionalProperties":false,"properties":{"service":{},"bucket":{},"prefix":{},"prefixPerAccount":{},"accounts":{},"endpoint":{},"serviceAccountKey":{"$ref":"#/$defs/secret"}}}}]};
const schema33 = {"anyOf":[{"type":"string","minLength":1},{"type":"object","additionalProperties":false,"required":["env"],"properties":{"env":{"type":"string","minLength":1}}},{"type":"object","additionalProperties":false,"required":["file"],"properties":{"file":{"type":"string","minLength":1}}}]};
const pattern16 = new RegExp("^acct_[A-Za-z0-9]{16}$", "u");

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate21.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs2 = errors;
let valid1 = true;
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.service === undefined) && (missing0 = "service")){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
else {
if(data.service !== undefined){
if("objstore" !== data.service){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
}
}
var _valid0 = _errs3 === errors;
errors = _errs2;
if(vErrors !== null){
if(_errs2){
vErrors.length = _errs2;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs5 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.region === undefined){
const err2 = {instancePath,schemaPath:"#/allOf/0/then/required",keyword:"required",params:{missingProperty: "region"},message:"must have required property '"+"region"+"'",schema:schema32.allOf[0].then.required,parentSchema:schema32.allOf[0].then,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.accessKeyId === undefined){
const err3 = {instancePath,schemaPath:"#/allOf/0/then/required",keyword:"required",params:{missingProperty: "accessKeyId"},message:"must have required property '"+"accessKeyId"+"'",schema:schema32.allOf[0].then.required,parentSchema:schema32.allOf[0].then,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data.secretAccessKey === undefined){
const err4 = {instancePath,schemaPath:"#/allOf/0/then/required",keyword:"required",params:{missingProperty: "secretAccessKey"},message:"must have required property '"+"secretAccessKey"+"'",schema:schema32.allOf[0].then.required,parentSchema:schema32.allOf[0].then,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema32.allOf[0].then.properties, key0))){
const err5 = {instancePath,schemaPath:"#/allOf/0/then/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema32.allOf[0].then,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.region !== undefined){
let data1 = data.region;
if(typeof data1 === "string"){
if(!pattern8.test(data1)){
const err6 = {instancePath:instancePath+"/region",schemaPath:"#/allOf/0/then/properties/region/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$",parentSchema:schema32.allOf[0].then.properties.region,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/region",schemaPath:"#/allOf/0/then/properties/region/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.allOf[0].then.properties.region.type,parentSchema:schema32.allOf[0].then.properties.region,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.forcePathStyle !== undefined){
let data2 = data.forcePathStyle;
if(typeof data2 !== "boolean"){
const err8 = {instancePath:instancePath+"/forcePathStyle",schemaPath:"#/allOf/0/then/properties/forcePathStyle/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema32.allOf[0].then.properties.forcePathStyle.type,parentSchema:schema32.allOf[0].then.properties.forcePathStyle,data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.acl !== undefined){
let data3 = data.acl;
if(typeof data3 === "string"){
if(func2(data3) < 1){
const err9 = {instancePath:instancePath+"/acl",schemaPath:"#/allOf/0/then/properties/acl/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema32.allOf[0].then.properties.acl,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/acl",schemaPath:"#/allOf/0/then/properties/acl/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.allOf[0].then.properties.acl.type,parentSchema:schema32.allOf[0].then.properties.acl,data:data3};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.accessKeyId !== undefined){
let data4 = data.accessKeyId;
const _errs15 = errors;
let valid5 = false;
const _errs16 = errors;
if(typeof data4 === "string"){
if(func2(data4) < 1){
const err11 = {instancePath:instancePath+"/accessKeyId",schemaPath:"#/$defs/secret/anyOf/0/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema33.anyOf[0],data:data4};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/accessKeyId",schemaPath:"#/$defs/secret/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.anyOf[0].type,parentSchema:schema33.anyOf[0],data:data4};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
var _valid1 = _errs16 === errors;
valid5 = valid5 || _valid1;
const _errs18 = errors;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.env === undefined){
const err13 = {instancePath:instancePath+"/accessKeyId",schemaPath:"#/$defs/secret/anyOf/1/required",keyword:"required",params:{missingProperty: "env"},message:"must have required property '"+"env"+"'",schema:schema33.anyOf[1].required,parentSchema:schema33.anyOf[1],data:data4};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
for(const key1 in data4){
if(!(key1 === "env")){
const err14 = {instancePath:instancePath+"/accessKeyId",schemaPath:"#/$defs/secret/anyOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema33.anyOf[1],data:data4};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data4.env !== undefined){
let data5 = data4.env;
if(typeof data5 === "string"){
if(func2(data5) < 1){
const err15 = {instancePath:instancePath+"/accessKeyId/env",schemaPath:"#/$defs/secret/anyOf/1/properties/env/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema33.anyOf[1].properties.env,data:data5};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
else {
const err16 = {instancePath:instancePath+"/accessKeyId/env",schemaPath:"#/$defs/secret/anyOf/1/properties/env/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.anyOf[1].properties.env.type,parentSchema:schema33.anyOf[1].properties.env,data:data5};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
else {
const err17 = {instancePath:instancePath+"/accessKeyId",schemaPath:"#/$defs/secret/anyOf/1/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema33.anyOf[1].type,parentSchema:schema33.anyOf[1],data:data4};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
var _valid1 = _errs18 === errors;
valid5 = valid5 || _valid1;
if(_valid1){
var props0 = true;
}
const _errs23 = errors;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(data4.file === undefined){
const err18 = {instancePath:instancePath+"/accessKeyId",schemaPath:"#/$defs/secret/anyOf/2/required",keyword:"required",params:{missingProperty: "file"},message:"must have required property '"+"file"+"'",schema:schema33.anyOf[2].required,parentSchema:schema33.anyOf[2],data:data4};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
for(const key2 in data4){
if(!(key2 === "file")){
const err19 = {instancePath:instancePath+"/accessKeyId",schemaPath:"#/$defs/secret/anyOf/2/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties",schema:false,parentSchema:schema33.anyOf[2],data:data4};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data4.file !== undefined){
let data6 = data4.file;
if(typeof data6 === "string"){
if(func2(data6) < 1){
const err20 = {instancePath:instancePath+"/accessKeyId/file",schemaPath:"#/$defs/secret/anyOf/2/properties/file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema33.anyOf[2].properties.file,data:data6};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/accessKeyId/file",schemaPath:"#/$defs/secret/anyOf/2/properties/file/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.anyOf[2].properties.file.type,parentSchema:schema33.anyOf[2].properties.file,data:data6};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
else {
const err22 = {instancePath:instancePath+"/accessKeyId",schemaPath:"#/$defs/secret/anyOf/2/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema33.anyOf[2].type,parentSchema:schema33.anyOf[2],data:data4};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
var _valid1 = _errs23 === errors;
valid5 = valid5 || _valid1;
if(_valid1){
if(props0 !== true){
props0 = true;
}
}
if(!valid5){
const err23 = {instancePath:instancePath+"/accessKeyId",schemaPath:"#/$defs/secret/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema33.anyOf,parentSchema:schema33,data:data4};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
else {
errors = _errs15;
if(vErrors !== null){
if(_errs15){
vErrors.length = _errs15;
}
else {
vErrors = null;
}
}
}
}
if(data.secretAccessKey !== undefined){
let data7 = data.secretAccessKey;
const _errs30 = errors;
let valid9 = false;
const _errs31 = errors;
if(typeof data7 === "string"){
if(func2(data7) < 1){
const err24 = {instancePath:instancePath+"/secretAccessKey",schemaPath:"#/$defs/secret/anyOf/0/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema33.anyOf[0],data:data7};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/secretAccessKey",schemaPath:"#/$defs/secret/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.anyOf[0].type,parentSchema:schema33.anyOf[0],data:data7};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
var _valid2 = _errs31 === errors;
valid9 = valid9 || _valid2;
const _errs33 = errors;
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(data7.env === undefined){
const err26 = {instancePath:instancePath+"/secretAccessKey",schemaPath:"#/$defs/secret/anyOf/1/required",keyword:"required",params:{missingProperty: "env"},message:"must have required property '"+"env"+"'",schema:schema33.anyOf[1].required,parentSchema:schema33.anyOf[1],data:data7};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
for(const key3 in data7){
if(!(key3 === "env")){
const err27 = {instancePath:instancePath+"/secretAccessKey",schemaPath:"#/$defs/secret/anyOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties",schema:false,parentSchema:schema33.anyOf[1],data:data7};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data7.env !== undefined){
let data8 = data7.env;
if(typeof data8 === "string"){
if(func2(data8) < 1){
const err28 = {instancePath:instancePath+"/secretAccessKey/env",schemaPath:"#/$defs/secret/anyOf/1/properties/env/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema33.anyOf[1].properties.env,data:data8};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
else {
const err29 = {instancePath:instancePath+"/secretAccessKey/env",schemaPath:"#/$defs/secret/anyOf/1/properties/env/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.anyOf[1].properties.env.type,parentSchema:schema33.anyOf[1].properties.env,data:data8};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
else {
const err30 = {instancePath:instancePath+"/secretAccessKey",schemaPath:"#/$defs/secret/anyOf/1/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema33.anyOf[1].type,parentSchema:schema33.anyOf[1],data:data7};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
var _valid2 = _errs33 === errors;
valid9 = valid9 || _valid2;
if(_valid2){
var props1 = true;
}
const _errs38 = errors;
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(data7.file === undefined){
const err31 = {instancePath:instancePath+"/secretAccessKey",schemaPath:"#/$defs/secret/anyOf/2/required",keyword:"required",params:{missingProperty: "file"},message:"must have required property '"+"file"+"'",schema:schema33.anyOf[2].required,parentSchema:schema33.anyOf[2],data:data7};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
for(const key4 in data7){
if(!(key4 === "file")){
const err32 = {instancePath:instancePath+"/secretAccessKey",schemaPath:"#/$defs/secret/anyOf/2/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties",schema:false,parentSchema:schema33.anyOf[2],data:data7};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data7.file !== undefined){
let data9 = data7.file;
if(typeof data9 === "string"){
if(func2(data9) < 1){
const err33 = {instancePath:instancePath+"/secretAccessKey/file",schemaPath:"#/$defs/secret/anyOf/2/properties/file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema33.anyOf[2].properties.file,data:data9};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
else {
const err34 = {instancePath:instancePath+"/secretAccessKey/file",schemaPath:"#/$defs/secret/anyOf/2/properties/file/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.anyOf[2].properties.file.type,parentSchema:schema33.anyOf[2].properties.file,data:data9};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
}
else {
const err35 = {instancePath:instancePath+"/secretAccessKey",schemaPath:"#/$defs/secret/anyOf/2/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema33.anyOf[2].type,parentSchema:schema33.anyOf[2],data:data7};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
var _valid2 = _errs38 === errors;
valid9 = valid9 || _valid2;
if(_valid2){
if(props1 !== true){
props1 = true;
}
}
if(!valid9){
const err36 = {instancePath:instancePath+"/secretAccessKey",schemaPath:"#/$defs/secret/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema33.anyOf,parentSchema:schema33,data:data7};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
else {
errors = _errs30;
if(vErrors !== null){
if(_errs30){
vErrors.length = _errs30;
}
else {
vErrors = null;
}
}
}
}
}
var _valid0 = _errs5 === errors;
valid1 = _valid0;
if(valid1){
var props2 = true;
}
}
if(!valid1){
const err37 = {instancePath,schemaPath:"#/allOf/0/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema",schema:schema32.allOf[0].if,parentSchema:schema32.allOf[0],data};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
const _errs44 = errors;
let valid12 = true;
const _errs45 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((data.service === undefined) && (missing1 = "service")){
const err38 = {};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
else {
if(data.service !== undefined){
if("cstore" !== data.service){
const err39 = {};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
}
}
var _valid3 = _errs45 === errors;
errors = _errs44;
if(vErrors !== null){
if(_errs44){
vErrors.length = _errs44;
}
else {
vErrors = null;
}
}
if(_valid3){
const _errs47 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.serviceAccountKey === undefined){
const err40 = {instancePath,schemaPath:"#/allOf/1/then/required",keyword:"required",params:{missingProperty: "serviceAccountKey"},message:"must have required property '"+"serviceAccountKey"+"'",schema:schema32.allOf[1].then.required,parentSchema:schema32.allOf[1].then,data};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
for(const key5 in data){
if(!(((((((key5 === "service") || (key5 === "bucket")) || (key5 === "prefix")) || (key5 === "prefixPerAccount")) || (key5 === "accounts")) || (key5 === "endpoint")) || (key5 === "serviceAccountKey"))){
const err41 = {instancePath,schemaPath:"#/allOf/1/then/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:"must NOT have additional properties",schema:false,parentSchema:schema32.allOf[1].then,data};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
if(data.serviceAccountKey !== undefined){
let data11 = data.serviceAccountKey;
const _errs51 = errors;
let valid16 = false;
const _errs52 = errors;
if(typeof data11 === "string"){
if(func2(data11) < 1){
const err42 = {instancePath:instancePath+"/serviceAccountKey",schemaPath:"#/$defs/secret/anyOf/0/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema33.anyOf[0],data:data11};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
else {
const err43 = {instancePath:instancePath+"/serviceAccountKey",schemaPath:"#/$defs/secret/anyOf/0/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.anyOf[0].type,parentSchema:schema33.anyOf[0],data:data11};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
var _valid4 = _errs52 === errors;
valid16 = valid16 || _valid4;
const _errs54 = errors;
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
if(data11.env === undefined){
const err44 = {instancePath:instancePath+"/serviceAccountKey",schemaPath:"#/$defs/secret/anyOf/1/required",keyword:"required",params:{missingProperty: "env"},message:"must have required property '"+"env"+"'",schema:schema33.anyOf[1].required,parentSchema:schema33.anyOf[1],data:data11};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
for(const key6 in data11){
if(!(key6 === "env")){
const err45 = {instancePath:instancePath+"/serviceAccountKey",schemaPath:"#/$defs/secret/anyOf/1/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},message:"must NOT have additional properties",schema:false,parentSchema:schema33.anyOf[1],data:data11};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
if(data11.env !== undefined){
let data12 = data11.env;
if(typeof data12 === "string"){
if(func2(data12) < 1){
const err46 = {instancePath:instancePath+"/serviceAccountKey/env",schemaPath:"#/$defs/secret/anyOf/1/properties/env/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema33.anyOf[1].properties.env,data:data12};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
else {
const err47 = {instancePath:instancePath+"/serviceAccountKey/env",schemaPath:"#/$defs/secret/anyOf/1/properties/env/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.anyOf[1].properties.env.type,parentSchema:schema33.anyOf[1].properties.env,data:data12};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
}
else {
const err48 = {instancePath:instancePath+"/serviceAccountKey",schemaPath:"#/$defs/secret/anyOf/1/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema33.anyOf[1].type,parentSchema:schema33.anyOf[1],data:data11};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
var _valid4 = _errs54 === errors;
valid16 = valid16 || _valid4;
if(_valid4){
var props3 = true;
}
const _errs59 = errors;
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
if(data11.file === undefined){
const err49 = {instancePath:instancePath+"/serviceAccountKey",schemaPath:"#/$defs/secret/anyOf/2/required",keyword:"required",params:{missingProperty: "file"},message:"must have required property '"+"file"+"'",schema:schema33.anyOf[2].required,parentSchema:schema33.anyOf[2],data:data11};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
for(const key7 in data11){
if(!(key7 === "file")){
const err50 = {instancePath:instancePath+"/serviceAccountKey",schemaPath:"#/$defs/secret/anyOf/2/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7},message:"must NOT have additional properties",schema:false,parentSchema:schema33.anyOf[2],data:data11};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
if(data11.file !== undefined){
let data13 = data11.file;
if(typeof data13 === "string"){
if(func2(data13) < 1){
const err51 = {instancePath:instancePath+"/serviceAccountKey/file",schemaPath:"#/$defs/secret/anyOf/2/properties/file/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema33.anyOf[2].properties.file,data:data13};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
else {
const err52 = {instancePath:instancePath+"/serviceAccountKey/file",schemaPath:"#/$defs/secret/anyOf/2/properties/file/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema33.anyOf[2].properties.file.type,parentSchema:schema33.anyOf[2].properties.file,data:data13};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
}
else {
const err53 = {instancePath:instancePath+"/serviceAccountKey",schemaPath:"#/$defs/secret/anyOf/2/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema33.anyOf[2].type,parentSchema:schema33.anyOf[2],data:data11};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
var _valid4 = _errs59 === errors;
valid16 = valid16 || _valid4;
if(_valid4){
if(props3 !== true){
props3 = true;
}
}
if(!valid16){
const err54 = {instancePath:instancePath+"/serviceAccountKey",schemaPath:"#/$defs/secret/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema33.anyOf,parentSchema:schema33,data:data11};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
else {
errors = _errs51;
if(vErrors !== null){
if(_errs51){
vErrors.length = _errs51;
}
else {
vErrors = null;
}
}
}
}
}
var _valid3 = _errs47 === errors;
valid12 = _valid3;
if(valid12){
var props4 = true;
}
}
if(!valid12){
const err55 = {instancePath,schemaPath:"#/allOf/1/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema",schema:schema32.allOf[1].if,parentSchema:schema32.allOf[1],data};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
if(props2 !== true && props4 !== undefined){
if(props4 === true){
props2 = true;
}
else {
props2 = props2 || {};
Object.assign(props2, props4);
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.service === undefined){
const err56 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "service"},message:"must have required property '"+"service"+"'",schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
if(data.bucket === undefined){
const err57 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "bucket"},message:"must have required property '"+"bucket"+"'",schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
if(props2 !== true){
props2 = props2 || {};
props2.service = true;
props2.bucket = true;
props2.prefix = true;
props2.prefixPerAccount = true;
props2.accounts = true;
props2.endpoint = true;
}
if(data.service !== undefined){
let data14 = data.service;
if(!((data14 === "objstore") || (data14 === "cstore"))){
const err58 = {instancePath:instancePath+"/service",schemaPath:"#/properties/service/enum",keyword:"enum",params:{allowedValues: schema32.properties.service.enum},message:"must be equal to one of the allowed values",schema:schema32.properties.service.enum,parentSchema:schema32.properties.service,data:data14};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
if(data.bucket !== undefined){
let data15 = data.bucket;
if(typeof data15 === "string"){
if(func2(data15) < 1){
const err59 = {instancePath:instancePath+"/bucket",schemaPath:"#/properties/bucket/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema32.properties.bucket,data:data15};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
else {
const err60 = {instancePath:instancePath+"/bucket",schemaPath:"#/properties/bucket/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.properties.bucket.type,parentSchema:schema32.properties.bucket,data:data15};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
if(data.prefix !== undefined){
let data16 = data.prefix;
if(typeof data16 === "string"){
if(!pattern6.test(data16)){
const err61 = {instancePath:instancePath+"/prefix",schemaPath:"#/properties/prefix/pattern",keyword:"pattern",params:{pattern: "^([^/]+/)*$"},message:"must match pattern \""+"^([^/]+/)*$"+"\"",schema:"^([^/]+/)*$",parentSchema:schema32.properties.prefix,data:data16};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
else {
const err62 = {instancePath:instancePath+"/prefix",schemaPath:"#/properties/prefix/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.properties.prefix.type,parentSchema:schema32.properties.prefix,data:data16};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
if(data.prefixPerAccount !== undefined){
let data17 = data.prefixPerAccount;
if(typeof data17 !== "boolean"){
const err63 = {instancePath:instancePath+"/prefixPerAccount",schemaPath:"#/properties/prefixPerAccount/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema32.properties.prefixPerAccount.type,parentSchema:schema32.properties.prefixPerAccount,data:data17};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
if(data.accounts !== undefined){
let data18 = data.accounts;
if(Array.isArray(data18)){
const len0 = data18.length;
for(let i0=0; i0<len0; i0++){
let data19 = data18[i0];
if(typeof data19 === "string"){
if(!pattern16.test(data19)){
const err64 = {instancePath:instancePath+"/accounts/" + i0,schemaPath:"#/properties/accounts/items/pattern",keyword:"pattern",params:{pattern: "^acct_[A-Za-z0-9]{16}$"},message:"must match pattern \""+"^acct_[A-Za-z0-9]{16}$"+"\"",schema:"^acct_[A-Za-z0-9]{16}$",parentSchema:schema32.properties.accounts.items,data:data19};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
else {
const err65 = {instancePath:instancePath+"/accounts/" + i0,schemaPath:"#/properties/accounts/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.properties.accounts.items.type,parentSchema:schema32.properties.accounts.items,data:data19};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
}
else {
const err66 = {instancePath:instancePath+"/accounts",schemaPath:"#/properties/accounts/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema32.properties.accounts.type,parentSchema:schema32.properties.accounts,data:data18};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
if(data.endpoint !== undefined){
let data20 = data.endpoint;
if(typeof data20 === "string"){
if(!pattern7.test(data20)){
const err67 = {instancePath:instancePath+"/endpoint",schemaPath:"#/properties/endpoint/pattern",keyword:"pattern",params:{pattern: "^(https?://[^/?#\\s@]+(/[^?#\\s]*)?)?$"},message:"must match pattern \""+"^(https?://[^/?#\\s@]+(/[^?#\\s]*)?)?$"+"\"",schema:"^(https?://[^/?#\\s@]+(/[^?#\\s]*)?)?$",parentSchema:schema32.properties.endpoint,data:data20};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
else {
const err68 = {instancePath:instancePath+"/endpoint",schemaPath:"#/properties/endpoint/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema32.properties.endpoint.type,parentSchema:schema32.properties.endpoint,data:data20};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
}
else {
const err69 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema32.type,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
validate21.errors = vErrors;
evaluated0.props = props2;
return errors === 0;
}
validate21.evaluated = {"dynamicProps":true,"dynamicItems":false};

const schema37 = {"type":"object","additionalProperties":false,"required":["produces","reads","command"],"properties":{"produces":{"type":"string","pattern":"^image/[a-z0-9.+-]+$"},"reads":{"type":"array","minItems":1,"items":{"type":"string","pattern":"^image/[a-z0-9.+-]+$"}},"command":{"type":"array","minItems":1,"items":{"type":"string"}},"quickCommand":{"type":"array","minItems":1,"items":{"type":"string"}},"pressureCommand":{"type":"array","minItems":1,"items":{"type":"string"}},"lossySourceCommand":{"type":"array","minItems":1,"items":{"type":"string"}},"draftCommand":{"type":"array","minItems":1,"items":{"type":"string"}},"otherCommand":{"type":"array","minItems":1,"items":{"type":"string"}},"planesCommand":{"type":"array","minItems":1,"items":{"type":"string"}},"otherPlanesCommand":{"type":"array","minItems":1,"items":{"type":"string"}},"alphaCommand":{"type":"array","minItems":1,"items":{"type":"string"}},"coarseAlphaCommand":{"type":"array","minItems":1,"items":{"type":"string"}},"quality":{"type":"number"},"scale":{"type":"number","exclusiveMinimum":0,"maximum":100},"search":{"type":"object","additionalProperties":false,"required":["finest","coarsest"],"properties":{"finest":{"type":"number"},"coarsest":{"type":"number"}}},"presets":{"type":"object","propertyNames":{"enum":["archive","high","compact"]},"additionalProperties":{"$ref":"#/$defs/replacedFields"}},"efforts":{"type":"object","propertyNames":{"enum":["fast","balanced","best"]},"additionalProperties":{"$ref":"#/$defs/replacedFields"}},"variants":{"type":"array","minItems":1,"items":{"type":"string","minLength":1}},"mode":{"enum":["adaptive","fixed"]},"flatOnly":{"type":"boolean"},"forPhotographs":{"type":"boolean"},"repeatsColours":{"type":"boolean"},"lossless":{"type":"boolean"},"losslessSourcesOnly":{"type":"boolean"},"baselineOnly":{"type":"boolean"},"animated":{"type":"boolean"},"keepsDepth":{"type":"boolean"},"declines":{"type":"array","items":{"type":"integer","minimum":1,"maximum":255}},"warns":{"type":"array","items":{"type":"integer","minimum":1,"maximum":255}},"damaged":{"type":"array","items":{"type":"string","minLength":1}},"version":{"type":"array","items":{"type":"string"}}}};
const schema38 = {"type":"object","additionalProperties":false,"properties":{"command":{"$ref":"#/$defs/encoder/properties/command"},"quickCommand":{"$ref":"#/$defs/encoder/properties/quickCommand"},"lossySourceCommand":{"$ref":"#/$defs/encoder/properties/lossySourceCommand"},"draftCommand":{"$ref":"#/$defs/encoder/properties/draftCommand"},"otherCommand":{"$ref":"#/$defs/encoder/properties/otherCommand"},"planesCommand":{"$ref":"#/$defs/encoder/properties/planesCommand"},"otherPlanesCommand":{"$ref":"#/$defs/encoder/properties/otherPlanesCommand"},"alphaCommand":{"$ref":"#/$defs/encoder/properties/alphaCommand"},"coarseAlphaCommand":{"$ref":"#/$defs/encoder/properties/coarseAlphaCommand"},"quality":{"$ref":"#/$defs/encoder/properties/quality"},"scale":{"$ref":"#/$defs/encoder/properties/scale"},"search":{"$ref":"#/$defs/encoder/properties/search"}}};
const schema39 = {"type":"array","minItems":1,"items":{"type":"string"}};
const schema40 = {"type":"array","minItems":1,"items":{"type":"string"}};
const schema41 = {"type":"array","minItems":1,"items":{"type":"string"}};
const schema42 = {"type":"array","minItems":1,"items":{"type":"string"}};
const schema43 = {"type":"array","minItems":1,"items":{"type":"string"}};
const schema44 = {"type":"array","minItems":1,"items":{"type":"string"}};
const schema45 = {"type":"array","minItems":1,"items":{"type":"string"}};
const schema46 = {"type":"array","minItems":1,"items":{"type":"string"}};
const schema47 = {"type":"array","minItems":1,"items":{"type":"string"}};
const schema48 = {"type":"number"};
const schema49 = {"type":"number","exclusiveMinimum":0,"maximum":100};
const schema50 = {"type":"object","additionalProperties":false,"required":["finest","coarsest"],"properties":{"finest":{"type":"number"},"coarsest":{"type":"number"}}};

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate24.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func1.call(schema38.properties, key0))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema38,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.command !== undefined){
let data0 = data.command;
if(Array.isArray(data0)){
if(data0.length < 1){
const err1 = {instancePath:instancePath+"/command",schemaPath:"#/$defs/encoder/properties/command/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema39,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(typeof data1 !== "string"){
const err2 = {instancePath:instancePath+"/command/" + i0,schemaPath:"#/$defs/encoder/properties/command/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema39.items.type,parentSchema:schema39.items,data:data1};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath:instancePath+"/command",schemaPath:"#/$defs/encoder/properties/command/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema39.type,parentSchema:schema39,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.quickCommand !== undefined){
let data2 = data.quickCommand;
if(Array.isArray(data2)){
if(data2.length < 1){
const err4 = {instancePath:instancePath+"/quickCommand",schemaPath:"#/$defs/encoder/properties/quickCommand/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema40,data:data2};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
const len1 = data2.length;
for(let i1=0; i1<len1; i1++){
let data3 = data2[i1];
if(typeof data3 !== "string"){
const err5 = {instancePath:instancePath+"/quickCommand/" + i1,schemaPath:"#/$defs/encoder/properties/quickCommand/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema40.items.type,parentSchema:schema40.items,data:data3};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath:instancePath+"/quickCommand",schemaPath:"#/$defs/encoder/properties/quickCommand/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema40.type,parentSchema:schema40,data:data2};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.lossySourceCommand !== undefined){
let data4 = data.lossySourceCommand;
if(Array.isArray(data4)){
if(data4.length < 1){
const err7 = {instancePath:instancePath+"/lossySourceCommand",schemaPath:"#/$defs/encoder/properties/lossySourceCommand/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema41,data:data4};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
const len2 = data4.length;
for(let i2=0; i2<len2; i2++){
let data5 = data4[i2];
if(typeof data5 !== "string"){
const err8 = {instancePath:instancePath+"/lossySourceCommand/" + i2,schemaPath:"#/$defs/encoder/properties/lossySourceCommand/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema41.items.type,parentSchema:schema41.items,data:data5};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath:instancePath+"/lossySourceCommand",schemaPath:"#/$defs/encoder/properties/lossySourceCommand/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema41.type,parentSchema:schema41,data:data4};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.draftCommand !== undefined){
let data6 = data.draftCommand;
if(Array.isArray(data6)){
if(data6.length < 1){
const err10 = {instancePath:instancePath+"/draftCommand",schemaPath:"#/$defs/encoder/properties/draftCommand/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema42,data:data6};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
const len3 = data6.length;
for(let i3=0; i3<len3; i3++){
let data7 = data6[i3];
if(typeof data7 !== "string"){
const err11 = {instancePath:instancePath+"/draftCommand/" + i3,schemaPath:"#/$defs/encoder/properties/draftCommand/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema42.items.type,parentSchema:schema42.items,data:data7};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath:instancePath+"/draftCommand",schemaPath:"#/$defs/encoder/properties/draftCommand/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema42.type,parentSchema:schema42,data:data6};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.otherCommand !== undefined){
let data8 = data.otherCommand;
if(Array.isArray(data8)){
if(data8.length < 1){
const err13 = {instancePath:instancePath+"/otherCommand",schemaPath:"#/$defs/encoder/properties/otherCommand/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema43,data:data8};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
const len4 = data8.length;
for(let i4=0; i4<len4; i4++){
let data9 = data8[i4];
if(typeof data9 !== "string"){
const err14 = {instancePath:instancePath+"/otherCommand/" + i4,schemaPath:"#/$defs/encoder/properties/otherCommand/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema43.items.type,parentSchema:schema43.items,data:data9};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath:instancePath+"/otherCommand",schemaPath:"#/$defs/encoder/properties/otherCommand/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema43.type,parentSchema:schema43,data:data8};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.planesCommand !== undefined){
let data10 = data.planesCommand;
if(Array.isArray(data10)){
if(data10.length < 1){
const err16 = {instancePath:instancePath+"/planesCommand",schemaPath:"#/$defs/encoder/properties/planesCommand/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema44,data:data10};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
const len5 = data10.length;
for(let i5=0; i5<len5; i5++){
let data11 = data10[i5];
if(typeof data11 !== "string"){
const err17 = {instancePath:instancePath+"/planesCommand/" + i5,schemaPath:"#/$defs/encoder/properties/planesCommand/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema44.items.type,parentSchema:schema44.items,data:data11};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath:instancePath+"/planesCommand",schemaPath:"#/$defs/encoder/properties/planesCommand/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema44.type,parentSchema:schema44,data:data10};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.otherPlanesCommand !== undefined){
let data12 = data.otherPlanesCommand;
if(Array.isArray(data12)){
if(data12.length < 1){
const err19 = {instancePath:instancePath+"/otherPlanesCommand",schemaPath:"#/$defs/encoder/properties/otherPlanesCommand/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema45,data:data12};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
const len6 = data12.length;
for(let i6=0; i6<len6; i6++){
let data13 = data12[i6];
if(typeof data13 !== "string"){
const err20 = {instancePath:instancePath+"/otherPlanesCommand/" + i6,schemaPath:"#/$defs/encoder/properties/otherPlanesCommand/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema45.items.type,parentSchema:schema45.items,data:data13};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
else {
const err21 = {instancePath:instancePath+"/otherPlanesCommand",schemaPath:"#/$defs/encoder/properties/otherPlanesCommand/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema45.type,parentSchema:schema45,data:data12};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.alphaCommand !== undefined){
let data14 = data.alphaCommand;
if(Array.isArray(data14)){
if(data14.length < 1){
const err22 = {instancePath:instancePath+"/alphaCommand",schemaPath:"#/$defs/encoder/properties/alphaCommand/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema46,data:data14};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
const len7 = data14.length;
for(let i7=0; i7<len7; i7++){
let data15 = data14[i7];
if(typeof data15 !== "string"){
const err23 = {instancePath:instancePath+"/alphaCommand/" + i7,schemaPath:"#/$defs/encoder/properties/alphaCommand/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema46.items.type,parentSchema:schema46.items,data:data15};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
else {
const err24 = {instancePath:instancePath+"/alphaCommand",schemaPath:"#/$defs/encoder/properties/alphaCommand/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema46.type,parentSchema:schema46,data:data14};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.coarseAlphaCommand !== undefined){
let data16 = data.coarseAlphaCommand;
if(Array.isArray(data16)){
if(data16.length < 1){
const err25 = {instancePath:instancePath+"/coarseAlphaCommand",schemaPath:"#/$defs/encoder/properties/coarseAlphaCommand/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema47,data:data16};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
const len8 = data16.length;
for(let i8=0; i8<len8; i8++){
let data17 = data16[i8];
if(typeof data17 !== "string"){
const err26 = {instancePath:instancePath+"/coarseAlphaCommand/" + i8,schemaPath:"#/$defs/encoder/properties/coarseAlphaCommand/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema47.items.type,parentSchema:schema47.items,data:data17};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
else {
const err27 = {instancePath:instancePath+"/coarseAlphaCommand",schemaPath:"#/$defs/encoder/properties/coarseAlphaCommand/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema47.type,parentSchema:schema47,data:data16};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data.quality !== undefined){
let data18 = data.quality;
if(!((typeof data18 == "number") && (isFinite(data18)))){
const err28 = {instancePath:instancePath+"/quality",schemaPath:"#/$defs/encoder/properties/quality/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema48.type,parentSchema:schema48,data:data18};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data.scale !== undefined){
let data19 = data.scale;
if((typeof data19 == "number") && (isFinite(data19))){
if(data19 > 100 || isNaN(data19)){
const err29 = {instancePath:instancePath+"/scale",schemaPath:"#/$defs/encoder/properties/scale/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100",schema:100,parentSchema:schema49,data:data19};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(data19 <= 0 || isNaN(data19)){
const err30 = {instancePath:instancePath+"/scale",schemaPath:"#/$defs/encoder/properties/scale/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema49,data:data19};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
else {
const err31 = {instancePath:instancePath+"/scale",schemaPath:"#/$defs/encoder/properties/scale/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema49.type,parentSchema:schema49,data:data19};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data.search !== undefined){
let data20 = data.search;
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
if(data20.finest === undefined){
const err32 = {instancePath:instancePath+"/search",schemaPath:"#/$defs/encoder/properties/search/required",keyword:"required",params:{missingProperty: "finest"},message:"must have required property '"+"finest"+"'",schema:schema50.required,parentSchema:schema50,data:data20};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(data20.coarsest === undefined){
const err33 = {instancePath:instancePath+"/search",schemaPath:"#/$defs/encoder/properties/search/required",keyword:"required",params:{missingProperty: "coarsest"},message:"must have required property '"+"coarsest"+"'",schema:schema50.required,parentSchema:schema50,data:data20};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
for(const key1 in data20){
if(!((key1 === "finest") || (key1 === "coarsest"))){
const err34 = {instancePath:instancePath+"/search",schemaPath:"#/$defs/encoder/properties/search/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema50,data:data20};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data20.finest !== undefined){
let data21 = data20.finest;
if(!((typeof data21 == "number") && (isFinite(data21)))){
const err35 = {instancePath:instancePath+"/search/finest",schemaPath:"#/$defs/encoder/properties/search/properties/finest/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema50.properties.finest.type,parentSchema:schema50.properties.finest,data:data21};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data20.coarsest !== undefined){
let data22 = data20.coarsest;
if(!((typeof data22 == "number") && (isFinite(data22)))){
const err36 = {instancePath:instancePath+"/search/coarsest",schemaPath:"#/$defs/encoder/properties/search/properties/coarsest/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema50.properties.coarsest.type,parentSchema:schema50.properties.coarsest,data:data22};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
}
else {
const err37 = {instancePath:instancePath+"/search",schemaPath:"#/$defs/encoder/properties/search/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema50.type,parentSchema:schema50,data:data20};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
}
else {
const err38 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema38.type,parentSchema:schema38,data};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
validate24.errors = vErrors;
return errors === 0;
}
validate24.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate23.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.produces === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "produces"},message:"must have required property '"+"produces"+"'",schema:schema37.required,parentSchema:schema37,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.reads === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "reads"},message:"must have required property '"+"reads"+"'",schema:schema37.required,parentSchema:schema37,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.command === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "command"},message:"must have required property '"+"command"+"'",schema:schema37.required,parentSchema:schema37,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema37.properties, key0))){
const err3 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema37,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.produces !== undefined){
let data0 = data.produces;
if(typeof data0 === "string"){
if(!pattern19.test(data0)){
const err4 = {instancePath:instancePath+"/produces",schemaPath:"#/properties/produces/pattern",keyword:"pattern",params:{pattern: "^image/[a-z0-9.+-]+$"},message:"must match pattern \""+"^image/[a-z0-9.+-]+$"+"\"",schema:"^image/[a-z0-9.+-]+$",parentSchema:schema37.properties.produces,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/produces",schemaPath:"#/properties/produces/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.properties.produces.type,parentSchema:schema37.properties.produces,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.reads !== undefined){
let data1 = data.reads;
if(Array.isArray(data1)){
if(data1.length < 1){
const err6 = {instancePath:instancePath+"/reads",schemaPath:"#/properties/reads/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema37.properties.reads,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(typeof data2 === "string"){
if(!pattern19.test(data2)){
const err7 = {instancePath:instancePath+"/reads/" + i0,schemaPath:"#/properties/reads/items/pattern",keyword:"pattern",params:{pattern: "^image/[a-z0-9.+-]+$"},message:"must match pattern \""+"^image/[a-z0-9.+-]+$"+"\"",schema:"^image/[a-z0-9.+-]+$",parentSchema:schema37.properties.reads.items,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/reads/" + i0,schemaPath:"#/properties/reads/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.properties.reads.items.type,parentSchema:schema37.properties.reads.items,data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath:instancePath+"/reads",schemaPath:"#/properties/reads/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema37.properties.reads.type,parentSchema:schema37.properties.reads,data:data1};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.command !== undefined){
let data3 = data.command;
if(Array.isArray(data3)){
if(data3.length < 1){
const err10 = {instancePath:instancePath+"/command",schemaPath:"#/properties/command/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema37.properties.command,data:data3};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
const len1 = data3.length;
for(let i1=0; i1<len1; i1++){
let data4 = data3[i1];
if(typeof data4 !== "string"){
const err11 = {instancePath:instancePath+"/command/" + i1,schemaPath:"#/properties/command/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.properties.command.items.type,parentSchema:schema37.properties.command.items,data:data4};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath:instancePath+"/command",schemaPath:"#/properties/command/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema37.properties.command.type,parentSchema:schema37.properties.command,data:data3};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.quickCommand !== undefined){
let data5 = data.quickCommand;
if(Array.isArray(data5)){
if(data5.length < 1){
const err13 = {instancePath:instancePath+"/quickCommand",schemaPath:"#/properties/quickCommand/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema37.properties.quickCommand,data:data5};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
const len2 = data5.length;
for(let i2=0; i2<len2; i2++){
let data6 = data5[i2];
if(typeof data6 !== "string"){
const err14 = {instancePath:instancePath+"/quickCommand/" + i2,schemaPath:"#/properties/quickCommand/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.properties.quickCommand.items.type,parentSchema:schema37.properties.quickCommand.items,data:data6};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath:instancePath+"/quickCommand",schemaPath:"#/properties/quickCommand/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema37.properties.quickCommand.type,parentSchema:schema37.properties.quickCommand,data:data5};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.pressureCommand !== undefined){
let data7 = data.pressureCommand;
if(Array.isArray(data7)){
if(data7.length < 1){
const err16 = {instancePath:instancePath+"/pressureCommand",schemaPath:"#/properties/pressureCommand/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema37.properties.pressureCommand,data:data7};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
const len3 = data7.length;
for(let i3=0; i3<len3; i3++){
let data8 = data7[i3];
if(typeof data8 !== "string"){
const err17 = {instancePath:instancePath+"/pressureCommand/" + i3,schemaPath:"#/properties/pressureCommand/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.properties.pressureCommand.items.type,parentSchema:schema37.properties.pressureCommand.items,data:data8};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath:instancePath+"/pressureCommand",schemaPath:"#/properties/pressureCommand/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema37.properties.pressureCommand.type,parentSchema:schema37.properties.pressureCommand,data:data7};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.lossySourceCommand !== undefined){
let data9 = data.lossySourceCommand;
if(Array.isArray(data9)){
if(data9.length < 1){
const err19 = {instancePath:instancePath+"/lossySourceCommand",schemaPath:"#/properties/lossySourceCommand/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema37.properties.lossySourceCommand,data:data9};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
const len4 = data9.length;
for(let i4=0; i4<len4; i4++){
let data10 = data9[i4];
if(typeof data10 !== "string"){
const err20 = {instancePath:instancePath+"/lossySourceCommand/" + i4,schemaPath:"#/properties/lossySourceCommand/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.properties.lossySourceCommand.items.type,parentSchema:schema37.properties.lossySourceCommand.items,data:data10};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
else {
const err21 = {instancePath:instancePath+"/lossySourceCommand",schemaPath:"#/properties/lossySourceCommand/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema37.properties.lossySourceCommand.type,parentSchema:schema37.properties.lossySourceCommand,data:data9};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.draftCommand !== undefined){
let data11 = data.draftCommand;
if(Array.isArray(data11)){
if(data11.length < 1){
const err22 = {instancePath:instancePath+"/draftCommand",schemaPath:"#/properties/draftCommand/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema37.properties.draftCommand,data:data11};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
const len5 = data11.length;
for(let i5=0; i5<len5; i5++){
let data12 = data11[i5];
if(typeof data12 !== "string"){
const err23 = {instancePath:instancePath+"/draftCommand/" + i5,schemaPath:"#/properties/draftCommand/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.properties.draftCommand.items.type,parentSchema:schema37.properties.draftCommand.items,data:data12};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
else {
const err24 = {instancePath:instancePath+"/draftCommand",schemaPath:"#/properties/draftCommand/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema37.properties.draftCommand.type,parentSchema:schema37.properties.draftCommand,data:data11};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.otherCommand !== undefined){
let data13 = data.otherCommand;
if(Array.isArray(data13)){
if(data13.length < 1){
const err25 = {instancePath:instancePath+"/otherCommand",schemaPath:"#/properties/otherCommand/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema37.properties.otherCommand,data:data13};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
const len6 = data13.length;
for(let i6=0; i6<len6; i6++){
let data14 = data13[i6];
if(typeof data14 !== "string"){
const err26 = {instancePath:instancePath+"/otherCommand/" + i6,schemaPath:"#/properties/otherCommand/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.properties.otherCommand.items.type,parentSchema:schema37.properties.otherCommand.items,data:data14};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
else {
const err27 = {instancePath:instancePath+"/otherCommand",schemaPath:"#/properties/otherCommand/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema37.properties.otherCommand.type,parentSchema:schema37.properties.otherCommand,data:data13};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data.planesCommand !== undefined){
let data15 = data.planesCommand;
if(Array.isArray(data15)){
if(data15.length < 1){
const err28 = {instancePath:instancePath+"/planesCommand",schemaPath:"#/properties/planesCommand/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema37.properties.planesCommand,data:data15};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
const len7 = data15.length;
for(let i7=0; i7<len7; i7++){
let data16 = data15[i7];
if(typeof data16 !== "string"){
const err29 = {instancePath:instancePath+"/planesCommand/" + i7,schemaPath:"#/properties/planesCommand/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.properties.planesCommand.items.type,parentSchema:schema37.properties.planesCommand.items,data:data16};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
else {
const err30 = {instancePath:instancePath+"/planesCommand",schemaPath:"#/properties/planesCommand/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema37.properties.planesCommand.type,parentSchema:schema37.properties.planesCommand,data:data15};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.otherPlanesCommand !== undefined){
let data17 = data.otherPlanesCommand;
if(Array.isArray(data17)){
if(data17.length < 1){
const err31 = {instancePath:instancePath+"/otherPlanesCommand",schemaPath:"#/properties/otherPlanesCommand/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema37.properties.otherPlanesCommand,data:data17};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
const len8 = data17.length;
for(let i8=0; i8<len8; i8++){
let data18 = data17[i8];
if(typeof data18 !== "string"){
const err32 = {instancePath:instancePath+"/otherPlanesCommand/" + i8,schemaPath:"#/properties/otherPlanesCommand/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.properties.otherPlanesCommand.items.type,parentSchema:schema37.properties.otherPlanesCommand.items,data:data18};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
}
else {
const err33 = {instancePath:instancePath+"/otherPlanesCommand",schemaPath:"#/properties/otherPlanesCommand/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema37.properties.otherPlanesCommand.type,parentSchema:schema37.properties.otherPlanesCommand,data:data17};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
if(data.alphaCommand !== undefined){
let data19 = data.alphaCommand;
if(Array.isArray(data19)){
if(data19.length < 1){
const err34 = {instancePath:instancePath+"/alphaCommand",schemaPath:"#/properties/alphaCommand/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema37.properties.alphaCommand,data:data19};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
const len9 = data19.length;
for(let i9=0; i9<len9; i9++){
let data20 = data19[i9];
if(typeof data20 !== "string"){
const err35 = {instancePath:instancePath+"/alphaCommand/" + i9,schemaPath:"#/properties/alphaCommand/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.properties.alphaCommand.items.type,parentSchema:schema37.properties.alphaCommand.items,data:data20};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
}
else {
const err36 = {instancePath:instancePath+"/alphaCommand",schemaPath:"#/properties/alphaCommand/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema37.properties.alphaCommand.type,parentSchema:schema37.properties.alphaCommand,data:data19};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data.coarseAlphaCommand !== undefined){
let data21 = data.coarseAlphaCommand;
if(Array.isArray(data21)){
if(data21.length < 1){
const err37 = {instancePath:instancePath+"/coarseAlphaCommand",schemaPath:"#/properties/coarseAlphaCommand/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema37.properties.coarseAlphaCommand,data:data21};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
const len10 = data21.length;
for(let i10=0; i10<len10; i10++){
let data22 = data21[i10];
if(typeof data22 !== "string"){
const err38 = {instancePath:instancePath+"/coarseAlphaCommand/" + i10,schemaPath:"#/properties/coarseAlphaCommand/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.properties.coarseAlphaCommand.items.type,parentSchema:schema37.properties.coarseAlphaCommand.items,data:data22};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
}
else {
const err39 = {instancePath:instancePath+"/coarseAlphaCommand",schemaPath:"#/properties/coarseAlphaCommand/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema37.properties.coarseAlphaCommand.type,parentSchema:schema37.properties.coarseAlphaCommand,data:data21};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
if(data.quality !== undefined){
let data23 = data.quality;
if(!((typeof data23 == "number") && (isFinite(data23)))){
const err40 = {instancePath:instancePath+"/quality",schemaPath:"#/properties/quality/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema37.properties.quality.type,parentSchema:schema37.properties.quality,data:data23};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data.scale !== undefined){
let data24 = data.scale;
if((typeof data24 == "number") && (isFinite(data24))){
if(data24 > 100 || isNaN(data24)){
const err41 = {instancePath:instancePath+"/scale",schemaPath:"#/properties/scale/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100",schema:100,parentSchema:schema37.properties.scale,data:data24};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
if(data24 <= 0 || isNaN(data24)){
const err42 = {instancePath:instancePath+"/scale",schemaPath:"#/properties/scale/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema37.properties.scale,data:data24};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
else {
const err43 = {instancePath:instancePath+"/scale",schemaPath:"#/properties/scale/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema37.properties.scale.type,parentSchema:schema37.properties.scale,data:data24};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
if(data.search !== undefined){
let data25 = data.search;
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
if(data25.finest === undefined){
const err44 = {instancePath:instancePath+"/search",schemaPath:"#/properties/search/required",keyword:"required",params:{missingProperty: "finest"},message:"must have required property '"+"finest"+"'",schema:schema37.properties.search.required,parentSchema:schema37.properties.search,data:data25};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(data25.coarsest === undefined){
const err45 = {instancePath:instancePath+"/search",schemaPath:"#/properties/search/required",keyword:"required",params:{missingProperty: "coarsest"},message:"must have required property '"+"coarsest"+"'",schema:schema37.properties.search.required,parentSchema:schema37.properties.search,data:data25};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
for(const key1 in data25){
if(!((key1 === "finest") || (key1 === "coarsest"))){
const err46 = {instancePath:instancePath+"/search",schemaPath:"#/properties/search/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema37.properties.search,data:data25};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
if(data25.finest !== undefined){
let data26 = data25.finest;
if(!((typeof data26 == "number") && (isFinite(data26)))){
const err47 = {instancePath:instancePath+"/search/finest",schemaPath:"#/properties/search/properties/finest/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema37.properties.search.properties.finest.type,parentSchema:schema37.properties.search.properties.finest,data:data26};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
if(data25.coarsest !== undefined){
let data27 = data25.coarsest;
if(!((typeof data27 == "number") && (isFinite(data27)))){
const err48 = {instancePath:instancePath+"/search/coarsest",schemaPath:"#/properties/search/properties/coarsest/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema37.properties.search.properties.coarsest.type,parentSchema:schema37.properties.search.properties.coarsest,data:data27};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
}
else {
const err49 = {instancePath:instancePath+"/search",schemaPath:"#/properties/search/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema37.properties.search.type,parentSchema:schema37.properties.search,data:data25};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
if(data.presets !== undefined){
let data28 = data.presets;
if(data28 && typeof data28 == "object" && !Array.isArray(data28)){
for(const key2 in data28){
const _errs61 = errors;
if(!(((key2 === "archive") || (key2 === "high")) || (key2 === "compact"))){
const err50 = {instancePath:instancePath+"/presets",schemaPath:"#/properties/presets/propertyNames/enum",keyword:"enum",params:{allowedValues: schema37.properties.presets.propertyNames.enum},message:"must be equal to one of the allowed values",schema:schema37.properties.presets.propertyNames.enum,parentSchema:schema37.properties.presets.propertyNames,data:key2,propertyName:key2};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
var valid24 = _errs61 === errors;
if(!valid24){
const err51 = {instancePath:instancePath+"/presets",schemaPath:"#/properties/presets/propertyNames",keyword:"propertyNames",params:{propertyName: key2},message:"property name must be valid",schema:schema37.properties.presets.propertyNames,parentSchema:schema37.properties.presets,data:data28};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
for(const key3 in data28){
if(!(validate24(data28[key3], {instancePath:instancePath+"/presets/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data28,parentDataProperty:key3,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
errors = vErrors.length;
}
}
}
else {
const err52 = {instancePath:instancePath+"/presets",schemaPath:"#/properties/presets/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema37.properties.presets.type,parentSchema:schema37.properties.presets,data:data28};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
if(data.efforts !== undefined){
let data30 = data.efforts;
if(data30 && typeof data30 == "object" && !Array.isArray(data30)){
for(const key4 in data30){
const _errs66 = errors;
if(!(((key4 === "fast") || (key4 === "balanced")) || (key4 === "best"))){
const err53 = {instancePath:instancePath+"/efforts",schemaPath:"#/properties/efforts/propertyNames/enum",keyword:"enum",params:{allowedValues: schema37.properties.efforts.propertyNames.enum},message:"must be equal to one of the allowed values",schema:schema37.properties.efforts.propertyNames.enum,parentSchema:schema37.properties.efforts.propertyNames,data:key4,propertyName:key4};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
var valid26 = _errs66 === errors;
if(!valid26){
const err54 = {instancePath:instancePath+"/efforts",schemaPath:"#/properties/efforts/propertyNames",keyword:"propertyNames",params:{propertyName: key4},message:"property name must be valid",schema:schema37.properties.efforts.propertyNames,parentSchema:schema37.properties.efforts,data:data30};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
for(const key5 in data30){
if(!(validate24(data30[key5], {instancePath:instancePath+"/efforts/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data30,parentDataProperty:key5,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
errors = vErrors.length;
}
}
}
else {
const err55 = {instancePath:instancePath+"/efforts",schemaPath:"#/properties/efforts/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema37.properties.efforts.type,parentSchema:schema37.properties.efforts,data:data30};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
if(data.variants !== undefined){
let data32 = data.variants;
if(Array.isArray(data32)){
if(data32.length < 1){
const err56 = {instancePath:instancePath+"/variants",schemaPath:"#/properties/variants/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema37.properties.variants,data:data32};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
const len11 = data32.length;
for(let i11=0; i11<len11; i11++){
let data33 = data32[i11];
if(typeof data33 === "string"){
if(func2(data33) < 1){
const err57 = {instancePath:instancePath+"/variants/" + i11,schemaPath:"#/properties/variants/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema37.properties.variants.items,data:data33};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
else {
const err58 = {instancePath:instancePath+"/variants/" + i11,schemaPath:"#/properties/variants/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.properties.variants.items.type,parentSchema:schema37.properties.variants.items,data:data33};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
}
else {
const err59 = {instancePath:instancePath+"/variants",schemaPath:"#/properties/variants/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema37.properties.variants.type,parentSchema:schema37.properties.variants,data:data32};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
if(data.mode !== undefined){
let data34 = data.mode;
if(!((data34 === "adaptive") || (data34 === "fixed"))){
const err60 = {instancePath:instancePath+"/mode",schemaPath:"#/properties/mode/enum",keyword:"enum",params:{allowedValues: schema37.properties.mode.enum},message:"must be equal to one of the allowed values",schema:schema37.properties.mode.enum,parentSchema:schema37.properties.mode,data:data34};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
if(data.flatOnly !== undefined){
let data35 = data.flatOnly;
if(typeof data35 !== "boolean"){
const err61 = {instancePath:instancePath+"/flatOnly",schemaPath:"#/properties/flatOnly/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema37.properties.flatOnly.type,parentSchema:schema37.properties.flatOnly,data:data35};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
if(data.forPhotographs !== undefined){
let data36 = data.forPhotographs;
if(typeof data36 !== "boolean"){
const err62 = {instancePath:instancePath+"/forPhotographs",schemaPath:"#/properties/forPhotographs/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema37.properties.forPhotographs.type,parentSchema:schema37.properties.forPhotographs,data:data36};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
if(data.repeatsColours !== undefined){
let data37 = data.repeatsColours;
if(typeof data37 !== "boolean"){
const err63 = {instancePath:instancePath+"/repeatsColours",schemaPath:"#/properties/repeatsColours/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema37.properties.repeatsColours.type,parentSchema:schema37.properties.repeatsColours,data:data37};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
if(data.lossless !== undefined){
let data38 = data.lossless;
if(typeof data38 !== "boolean"){
const err64 = {instancePath:instancePath+"/lossless",schemaPath:"#/properties/lossless/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema37.properties.lossless.type,parentSchema:schema37.properties.lossless,data:data38};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
if(data.losslessSourcesOnly !== undefined){
let data39 = data.losslessSourcesOnly;
if(typeof data39 !== "boolean"){
const err65 = {instancePath:instancePath+"/losslessSourcesOnly",schemaPath:"#/properties/losslessSourcesOnly/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema37.properties.losslessSourcesOnly.type,parentSchema:schema37.properties.losslessSourcesOnly,data:data39};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
if(data.baselineOnly !== undefined){
let data40 = data.baselineOnly;
if(typeof data40 !== "boolean"){
const err66 = {instancePath:instancePath+"/baselineOnly",schemaPath:"#/properties/baselineOnly/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema37.properties.baselineOnly.type,parentSchema:schema37.properties.baselineOnly,data:data40};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
if(data.animated !== undefined){
let data41 = data.animated;
if(typeof data41 !== "boolean"){
const err67 = {instancePath:instancePath+"/animated",schemaPath:"#/properties/animated/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema37.properties.animated.type,parentSchema:schema37.properties.animated,data:data41};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
if(data.keepsDepth !== undefined){
let data42 = data.keepsDepth;
if(typeof data42 !== "boolean"){
const err68 = {instancePath:instancePath+"/keepsDepth",schemaPath:"#/properties/keepsDepth/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema37.properties.keepsDepth.type,parentSchema:schema37.properties.keepsDepth,data:data42};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
if(data.declines !== undefined){
let data43 = data.declines;
if(Array.isArray(data43)){
const len12 = data43.length;
for(let i12=0; i12<len12; i12++){
let data44 = data43[i12];
if(!(((typeof data44 == "number") && (!(data44 % 1) && !isNaN(data44))) && (isFinite(data44)))){
const err69 = {instancePath:instancePath+"/declines/" + i12,schemaPath:"#/properties/declines/items/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema37.properties.declines.items.type,parentSchema:schema37.properties.declines.items,data:data44};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
if((typeof data44 == "number") && (isFinite(data44))){
if(data44 > 255 || isNaN(data44)){
const err70 = {instancePath:instancePath+"/declines/" + i12,schemaPath:"#/properties/declines/items/maximum",keyword:"maximum",params:{comparison: "<=", limit: 255},message:"must be <= 255",schema:255,parentSchema:schema37.properties.declines.items,data:data44};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
if(data44 < 1 || isNaN(data44)){
const err71 = {instancePath:instancePath+"/declines/" + i12,schemaPath:"#/properties/declines/items/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema37.properties.declines.items,data:data44};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
}
}
else {
const err72 = {instancePath:instancePath+"/declines",schemaPath:"#/properties/declines/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema37.properties.declines.type,parentSchema:schema37.properties.declines,data:data43};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
if(data.warns !== undefined){
let data45 = data.warns;
if(Array.isArray(data45)){
const len13 = data45.length;
for(let i13=0; i13<len13; i13++){
let data46 = data45[i13];
if(!(((typeof data46 == "number") && (!(data46 % 1) && !isNaN(data46))) && (isFinite(data46)))){
const err73 = {instancePath:instancePath+"/warns/" + i13,schemaPath:"#/properties/warns/items/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema37.properties.warns.items.type,parentSchema:schema37.properties.warns.items,data:data46};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
if((typeof data46 == "number") && (isFinite(data46))){
if(data46 > 255 || isNaN(data46)){
const err74 = {instancePath:instancePath+"/warns/" + i13,schemaPath:"#/properties/warns/items/maximum",keyword:"maximum",params:{comparison: "<=", limit: 255},message:"must be <= 255",schema:255,parentSchema:schema37.properties.warns.items,data:data46};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
if(data46 < 1 || isNaN(data46)){
const err75 = {instancePath:instancePath+"/warns/" + i13,schemaPath:"#/properties/warns/items/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema37.properties.warns.items,data:data46};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
}
}
}
else {
const err76 = {instancePath:instancePath+"/warns",schemaPath:"#/properties/warns/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema37.properties.warns.type,parentSchema:schema37.properties.warns,data:data45};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
}
if(data.damaged !== undefined){
let data47 = data.damaged;
if(Array.isArray(data47)){
const len14 = data47.length;
for(let i14=0; i14<len14; i14++){
let data48 = data47[i14];
if(typeof data48 === "string"){
if(func2(data48) < 1){
const err77 = {instancePath:instancePath+"/damaged/" + i14,schemaPath:"#/properties/damaged/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema37.properties.damaged.items,data:data48};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
}
else {
const err78 = {instancePath:instancePath+"/damaged/" + i14,schemaPath:"#/properties/damaged/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.properties.damaged.items.type,parentSchema:schema37.properties.damaged.items,data:data48};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
}
}
else {
const err79 = {instancePath:instancePath+"/damaged",schemaPath:"#/properties/damaged/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema37.properties.damaged.type,parentSchema:schema37.properties.damaged,data:data47};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
}
if(data.version !== undefined){
let data49 = data.version;
if(Array.isArray(data49)){
const len15 = data49.length;
for(let i15=0; i15<len15; i15++){
let data50 = data49[i15];
if(typeof data50 !== "string"){
const err80 = {instancePath:instancePath+"/version/" + i15,schemaPath:"#/properties/version/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.properties.version.items.type,parentSchema:schema37.properties.version.items,data:data50};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
}
}
else {
const err81 = {instancePath:instancePath+"/version",schemaPath:"#/properties/version/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema37.properties.version.type,parentSchema:schema37.properties.version,data:data49};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
}
else {
const err82 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema37.type,parentSchema:schema37,data};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
validate23.errors = vErrors;
return errors === 0;
}
validate23.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate20.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
if(!(func1.call(schema31.properties, key0))){
const err0 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},message:"must NOT have additional properties",schema:false,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.dataDir !== undefined){
let data0 = data.dataDir;
if(typeof data0 === "string"){
if(func2(data0) < 1){
const err1 = {instancePath:instancePath+"/dataDir",schemaPath:"#/properties/dataDir/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.dataDir,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/dataDir",schemaPath:"#/properties/dataDir/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.dataDir.type,parentSchema:schema31.properties.dataDir,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.workDir !== undefined){
let data1 = data.workDir;
if(typeof data1 !== "string"){
const err3 = {instancePath:instancePath+"/workDir",schemaPath:"#/properties/workDir/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.workDir.type,parentSchema:schema31.properties.workDir,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.host !== undefined){
let data2 = data.host;
if(typeof data2 !== "string"){
const err4 = {instancePath:instancePath+"/host",schemaPath:"#/properties/host/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.host.type,parentSchema:schema31.properties.host,data:data2};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.port !== undefined){
let data3 = data.port;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err5 = {instancePath:instancePath+"/port",schemaPath:"#/properties/port/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.port.type,parentSchema:schema31.properties.port,data:data3};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 65535 || isNaN(data3)){
const err6 = {instancePath:instancePath+"/port",schemaPath:"#/properties/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema31.properties.port,data:data3};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data3 < 0 || isNaN(data3)){
const err7 = {instancePath:instancePath+"/port",schemaPath:"#/properties/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.port,data:data3};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
if(data.publicUrl !== undefined){
let data4 = data.publicUrl;
if(typeof data4 === "string"){
if(!pattern4.test(data4)){
const err8 = {instancePath:instancePath+"/publicUrl",schemaPath:"#/properties/publicUrl/pattern",keyword:"pattern",params:{pattern: "^(https://[^/?#]+)?$"},message:"must match pattern \""+"^(https://[^/?#]+)?$"+"\"",schema:"^(https://[^/?#]+)?$",parentSchema:schema31.properties.publicUrl,data:data4};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/publicUrl",schemaPath:"#/properties/publicUrl/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.publicUrl.type,parentSchema:schema31.properties.publicUrl,data:data4};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.internal !== undefined){
let data5 = data.internal;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
for(const key1 in data5){
if(!((key1 === "host") || (key1 === "port"))){
const err10 = {instancePath:instancePath+"/internal",schemaPath:"#/properties/internal/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.internal,data:data5};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data5.host !== undefined){
let data6 = data5.host;
if(typeof data6 === "string"){
if(func2(data6) < 1){
const err11 = {instancePath:instancePath+"/internal/host",schemaPath:"#/properties/internal/properties/host/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.internal.properties.host,data:data6};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/internal/host",schemaPath:"#/properties/internal/properties/host/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.internal.properties.host.type,parentSchema:schema31.properties.internal.properties.host,data:data6};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data5.port !== undefined){
let data7 = data5.port;
if((!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))) && (data7 !== null)){
const err13 = {instancePath:instancePath+"/internal/port",schemaPath:"#/properties/internal/properties/port/type",keyword:"type",params:{type: schema31.properties.internal.properties.port.type},message:"must be integer,null",schema:schema31.properties.internal.properties.port.type,parentSchema:schema31.properties.internal.properties.port,data:data7};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 65535 || isNaN(data7)){
const err14 = {instancePath:instancePath+"/internal/port",schemaPath:"#/properties/internal/properties/port/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema31.properties.internal.properties.port,data:data7};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(data7 < 0 || isNaN(data7)){
const err15 = {instancePath:instancePath+"/internal/port",schemaPath:"#/properties/internal/properties/port/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.internal.properties.port,data:data7};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
}
else {
const err16 = {instancePath:instancePath+"/internal",schemaPath:"#/properties/internal/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.internal.type,parentSchema:schema31.properties.internal,data:data5};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.tls !== undefined){
let data8 = data.tls;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
for(const key2 in data8){
if(!((((((key2 === "mode") || (key2 === "cert")) || (key2 === "key")) || (key2 === "selfSigned")) || (key2 === "http2")) || (key2 === "trustedProxies"))){
const err17 = {instancePath:instancePath+"/tls",schemaPath:"#/properties/tls/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.tls,data:data8};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data8.mode !== undefined){
let data9 = data8.mode;
if(!(((data9 === "self-signed") || (data9 === "files")) || (data9 === "proxy"))){
const err18 = {instancePath:instancePath+"/tls/mode",schemaPath:"#/properties/tls/properties/mode/enum",keyword:"enum",params:{allowedValues: schema31.properties.tls.properties.mode.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.tls.properties.mode.enum,parentSchema:schema31.properties.tls.properties.mode,data:data9};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data8.cert !== undefined){
let data10 = data8.cert;
if(typeof data10 !== "string"){
const err19 = {instancePath:instancePath+"/tls/cert",schemaPath:"#/properties/tls/properties/cert/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.tls.properties.cert.type,parentSchema:schema31.properties.tls.properties.cert,data:data10};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data8.key !== undefined){
let data11 = data8.key;
if(typeof data11 !== "string"){
const err20 = {instancePath:instancePath+"/tls/key",schemaPath:"#/properties/tls/properties/key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.tls.properties.key.type,parentSchema:schema31.properties.tls.properties.key,data:data11};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data8.selfSigned !== undefined){
let data12 = data8.selfSigned;
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
for(const key3 in data12){
if(!(key3 === "keyType")){
const err21 = {instancePath:instancePath+"/tls/selfSigned",schemaPath:"#/properties/tls/properties/selfSigned/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.tls.properties.selfSigned,data:data12};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data12.keyType !== undefined){
let data13 = data12.keyType;
if(!((data13 === "ec") || (data13 === "rsa"))){
const err22 = {instancePath:instancePath+"/tls/selfSigned/keyType",schemaPath:"#/properties/tls/properties/selfSigned/properties/keyType/enum",keyword:"enum",params:{allowedValues: schema31.properties.tls.properties.selfSigned.properties.keyType.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.tls.properties.selfSigned.properties.keyType.enum,parentSchema:schema31.properties.tls.properties.selfSigned.properties.keyType,data:data13};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
else {
const err23 = {instancePath:instancePath+"/tls/selfSigned",schemaPath:"#/properties/tls/properties/selfSigned/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.tls.properties.selfSigned.type,parentSchema:schema31.properties.tls.properties.selfSigned,data:data12};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data8.http2 !== undefined){
let data14 = data8.http2;
if(typeof data14 !== "boolean"){
const err24 = {instancePath:instancePath+"/tls/http2",schemaPath:"#/properties/tls/properties/http2/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema31.properties.tls.properties.http2.type,parentSchema:schema31.properties.tls.properties.http2,data:data14};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data8.trustedProxies !== undefined){
let data15 = data8.trustedProxies;
if(Array.isArray(data15)){
const len0 = data15.length;
for(let i0=0; i0<len0; i0++){
let data16 = data15[i0];
if(typeof data16 === "string"){
if(func2(data16) < 1){
const err25 = {instancePath:instancePath+"/tls/trustedProxies/" + i0,schemaPath:"#/properties/tls/properties/trustedProxies/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.tls.properties.trustedProxies.items,data:data16};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
else {
const err26 = {instancePath:instancePath+"/tls/trustedProxies/" + i0,schemaPath:"#/properties/tls/properties/trustedProxies/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.tls.properties.trustedProxies.items.type,parentSchema:schema31.properties.tls.properties.trustedProxies.items,data:data16};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
else {
const err27 = {instancePath:instancePath+"/tls/trustedProxies",schemaPath:"#/properties/tls/properties/trustedProxies/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.tls.properties.trustedProxies.type,parentSchema:schema31.properties.tls.properties.trustedProxies,data:data15};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
else {
const err28 = {instancePath:instancePath+"/tls",schemaPath:"#/properties/tls/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.tls.type,parentSchema:schema31.properties.tls,data:data8};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data.limits !== undefined){
let data17 = data.limits;
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
for(const key4 in data17){
if(!(func1.call(schema31.properties.limits.properties, key4))){
const err29 = {instancePath:instancePath+"/limits",schemaPath:"#/properties/limits/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.limits,data:data17};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data17.uploadBytes !== undefined){
let data18 = data17.uploadBytes;
if(!(((typeof data18 == "number") && (!(data18 % 1) && !isNaN(data18))) && (isFinite(data18)))){
const err30 = {instancePath:instancePath+"/limits/uploadBytes",schemaPath:"#/properties/limits/properties/uploadBytes/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.limits.properties.uploadBytes.type,parentSchema:schema31.properties.limits.properties.uploadBytes,data:data18};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if((typeof data18 == "number") && (isFinite(data18))){
if(data18 < 1 || isNaN(data18)){
const err31 = {instancePath:instancePath+"/limits/uploadBytes",schemaPath:"#/properties/limits/properties/uploadBytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.limits.properties.uploadBytes,data:data18};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
}
if(data17.pixels !== undefined){
let data19 = data17.pixels;
if(!(((typeof data19 == "number") && (!(data19 % 1) && !isNaN(data19))) && (isFinite(data19)))){
const err32 = {instancePath:instancePath+"/limits/pixels",schemaPath:"#/properties/limits/properties/pixels/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.limits.properties.pixels.type,parentSchema:schema31.properties.limits.properties.pixels,data:data19};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if((typeof data19 == "number") && (isFinite(data19))){
if(data19 < 1 || isNaN(data19)){
const err33 = {instancePath:instancePath+"/limits/pixels",schemaPath:"#/properties/limits/properties/pixels/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.limits.properties.pixels,data:data19};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
if(data17.frames !== undefined){
let data20 = data17.frames;
if(!(((typeof data20 == "number") && (!(data20 % 1) && !isNaN(data20))) && (isFinite(data20)))){
const err34 = {instancePath:instancePath+"/limits/frames",schemaPath:"#/properties/limits/properties/frames/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.limits.properties.frames.type,parentSchema:schema31.properties.limits.properties.frames,data:data20};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
if((typeof data20 == "number") && (isFinite(data20))){
if(data20 < 1 || isNaN(data20)){
const err35 = {instancePath:instancePath+"/limits/frames",schemaPath:"#/properties/limits/properties/frames/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.limits.properties.frames,data:data20};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
}
if(data17.jsonBytes !== undefined){
let data21 = data17.jsonBytes;
if(!(((typeof data21 == "number") && (!(data21 % 1) && !isNaN(data21))) && (isFinite(data21)))){
const err36 = {instancePath:instancePath+"/limits/jsonBytes",schemaPath:"#/properties/limits/properties/jsonBytes/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.limits.properties.jsonBytes.type,parentSchema:schema31.properties.limits.properties.jsonBytes,data:data21};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if((typeof data21 == "number") && (isFinite(data21))){
if(data21 < 100 || isNaN(data21)){
const err37 = {instancePath:instancePath+"/limits/jsonBytes",schemaPath:"#/properties/limits/properties/jsonBytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 100},message:"must be >= 100",schema:100,parentSchema:schema31.properties.limits.properties.jsonBytes,data:data21};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
}
if(data17.connectionsPerAddress !== undefined){
let data22 = data17.connectionsPerAddress;
if(!(((typeof data22 == "number") && (!(data22 % 1) && !isNaN(data22))) && (isFinite(data22)))){
const err38 = {instancePath:instancePath+"/limits/connectionsPerAddress",schemaPath:"#/properties/limits/properties/connectionsPerAddress/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.limits.properties.connectionsPerAddress.type,parentSchema:schema31.properties.limits.properties.connectionsPerAddress,data:data22};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if((typeof data22 == "number") && (isFinite(data22))){
if(data22 < 1 || isNaN(data22)){
const err39 = {instancePath:instancePath+"/limits/connectionsPerAddress",schemaPath:"#/properties/limits/properties/connectionsPerAddress/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.limits.properties.connectionsPerAddress,data:data22};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
}
if(data17.keyChecksPerMinute !== undefined){
let data23 = data17.keyChecksPerMinute;
if(!(((typeof data23 == "number") && (!(data23 % 1) && !isNaN(data23))) && (isFinite(data23)))){
const err40 = {instancePath:instancePath+"/limits/keyChecksPerMinute",schemaPath:"#/properties/limits/properties/keyChecksPerMinute/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.limits.properties.keyChecksPerMinute.type,parentSchema:schema31.properties.limits.properties.keyChecksPerMinute,data:data23};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 < 1 || isNaN(data23)){
const err41 = {instancePath:instancePath+"/limits/keyChecksPerMinute",schemaPath:"#/properties/limits/properties/keyChecksPerMinute/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.limits.properties.keyChecksPerMinute,data:data23};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
}
if(data17.firstByteSeconds !== undefined){
let data24 = data17.firstByteSeconds;
if((typeof data24 == "number") && (isFinite(data24))){
if(data24 <= 0 || isNaN(data24)){
const err42 = {instancePath:instancePath+"/limits/firstByteSeconds",schemaPath:"#/properties/limits/properties/firstByteSeconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema31.properties.limits.properties.firstByteSeconds,data:data24};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
else {
const err43 = {instancePath:instancePath+"/limits/firstByteSeconds",schemaPath:"#/properties/limits/properties/firstByteSeconds/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.limits.properties.firstByteSeconds.type,parentSchema:schema31.properties.limits.properties.firstByteSeconds,data:data24};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
if(data17.headersSeconds !== undefined){
let data25 = data17.headersSeconds;
if((typeof data25 == "number") && (isFinite(data25))){
if(data25 <= 0 || isNaN(data25)){
const err44 = {instancePath:instancePath+"/limits/headersSeconds",schemaPath:"#/properties/limits/properties/headersSeconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema31.properties.limits.properties.headersSeconds,data:data25};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
else {
const err45 = {instancePath:instancePath+"/limits/headersSeconds",schemaPath:"#/properties/limits/properties/headersSeconds/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.limits.properties.headersSeconds.type,parentSchema:schema31.properties.limits.properties.headersSeconds,data:data25};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
if(data17.bodyBytesPerSecond !== undefined){
let data26 = data17.bodyBytesPerSecond;
if(!(((typeof data26 == "number") && (!(data26 % 1) && !isNaN(data26))) && (isFinite(data26)))){
const err46 = {instancePath:instancePath+"/limits/bodyBytesPerSecond",schemaPath:"#/properties/limits/properties/bodyBytesPerSecond/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.limits.properties.bodyBytesPerSecond.type,parentSchema:schema31.properties.limits.properties.bodyBytesPerSecond,data:data26};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
if((typeof data26 == "number") && (isFinite(data26))){
if(data26 < 0 || isNaN(data26)){
const err47 = {instancePath:instancePath+"/limits/bodyBytesPerSecond",schemaPath:"#/properties/limits/properties/bodyBytesPerSecond/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.limits.properties.bodyBytesPerSecond,data:data26};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
}
if(data17.bodyWindowSeconds !== undefined){
let data27 = data17.bodyWindowSeconds;
if((typeof data27 == "number") && (isFinite(data27))){
if(data27 <= 0 || isNaN(data27)){
const err48 = {instancePath:instancePath+"/limits/bodyWindowSeconds",schemaPath:"#/properties/limits/properties/bodyWindowSeconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema31.properties.limits.properties.bodyWindowSeconds,data:data27};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
else {
const err49 = {instancePath:instancePath+"/limits/bodyWindowSeconds",schemaPath:"#/properties/limits/properties/bodyWindowSeconds/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.limits.properties.bodyWindowSeconds.type,parentSchema:schema31.properties.limits.properties.bodyWindowSeconds,data:data27};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
if(data17.requestSeconds !== undefined){
let data28 = data17.requestSeconds;
if((typeof data28 == "number") && (isFinite(data28))){
if(data28 <= 0 || isNaN(data28)){
const err50 = {instancePath:instancePath+"/limits/requestSeconds",schemaPath:"#/properties/limits/properties/requestSeconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema31.properties.limits.properties.requestSeconds,data:data28};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
else {
const err51 = {instancePath:instancePath+"/limits/requestSeconds",schemaPath:"#/properties/limits/properties/requestSeconds/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.limits.properties.requestSeconds.type,parentSchema:schema31.properties.limits.properties.requestSeconds,data:data28};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
if(data17.idleSeconds !== undefined){
let data29 = data17.idleSeconds;
if((typeof data29 == "number") && (isFinite(data29))){
if(data29 <= 0 || isNaN(data29)){
const err52 = {instancePath:instancePath+"/limits/idleSeconds",schemaPath:"#/properties/limits/properties/idleSeconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema31.properties.limits.properties.idleSeconds,data:data29};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
else {
const err53 = {instancePath:instancePath+"/limits/idleSeconds",schemaPath:"#/properties/limits/properties/idleSeconds/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.limits.properties.idleSeconds.type,parentSchema:schema31.properties.limits.properties.idleSeconds,data:data29};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
if(data17.workBytes !== undefined){
let data30 = data17.workBytes;
if(!(((typeof data30 == "number") && (!(data30 % 1) && !isNaN(data30))) && (isFinite(data30)))){
const err54 = {instancePath:instancePath+"/limits/workBytes",schemaPath:"#/properties/limits/properties/workBytes/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.limits.properties.workBytes.type,parentSchema:schema31.properties.limits.properties.workBytes,data:data30};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
if((typeof data30 == "number") && (isFinite(data30))){
if(data30 < 1048576 || isNaN(data30)){
const err55 = {instancePath:instancePath+"/limits/workBytes",schemaPath:"#/properties/limits/properties/workBytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1048576},message:"must be >= 1048576",schema:1048576,parentSchema:schema31.properties.limits.properties.workBytes,data:data30};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
}
if(data17.workFreeBytes !== undefined){
let data31 = data17.workFreeBytes;
if(!(((typeof data31 == "number") && (!(data31 % 1) && !isNaN(data31))) && (isFinite(data31)))){
const err56 = {instancePath:instancePath+"/limits/workFreeBytes",schemaPath:"#/properties/limits/properties/workFreeBytes/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.limits.properties.workFreeBytes.type,parentSchema:schema31.properties.limits.properties.workFreeBytes,data:data31};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
if((typeof data31 == "number") && (isFinite(data31))){
if(data31 < 0 || isNaN(data31)){
const err57 = {instancePath:instancePath+"/limits/workFreeBytes",schemaPath:"#/properties/limits/properties/workFreeBytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.limits.properties.workFreeBytes,data:data31};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
}
}
else {
const err58 = {instancePath:instancePath+"/limits",schemaPath:"#/properties/limits/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.limits.type,parentSchema:schema31.properties.limits,data:data17};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
if(data.source !== undefined){
let data32 = data.source;
if(data32 && typeof data32 == "object" && !Array.isArray(data32)){
for(const key5 in data32){
if(!((((((key5 === "allow") || (key5 === "maxRedirects")) || (key5 === "connectSeconds")) || (key5 === "firstByteSeconds")) || (key5 === "totalSeconds")) || (key5 === "maxPerAccount"))){
const err59 = {instancePath:instancePath+"/source",schemaPath:"#/properties/source/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.source,data:data32};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
if(data32.allow !== undefined){
let data33 = data32.allow;
if(Array.isArray(data33)){
const len1 = data33.length;
for(let i1=0; i1<len1; i1++){
let data34 = data33[i1];
if(typeof data34 === "string"){
if(func2(data34) < 1){
const err60 = {instancePath:instancePath+"/source/allow/" + i1,schemaPath:"#/properties/source/properties/allow/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.source.properties.allow.items,data:data34};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
else {
const err61 = {instancePath:instancePath+"/source/allow/" + i1,schemaPath:"#/properties/source/properties/allow/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.source.properties.allow.items.type,parentSchema:schema31.properties.source.properties.allow.items,data:data34};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
}
else {
const err62 = {instancePath:instancePath+"/source/allow",schemaPath:"#/properties/source/properties/allow/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.source.properties.allow.type,parentSchema:schema31.properties.source.properties.allow,data:data33};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
if(data32.maxRedirects !== undefined){
let data35 = data32.maxRedirects;
if(!(((typeof data35 == "number") && (!(data35 % 1) && !isNaN(data35))) && (isFinite(data35)))){
const err63 = {instancePath:instancePath+"/source/maxRedirects",schemaPath:"#/properties/source/properties/maxRedirects/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.source.properties.maxRedirects.type,parentSchema:schema31.properties.source.properties.maxRedirects,data:data35};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
if((typeof data35 == "number") && (isFinite(data35))){
if(data35 > 10 || isNaN(data35)){
const err64 = {instancePath:instancePath+"/source/maxRedirects",schemaPath:"#/properties/source/properties/maxRedirects/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10},message:"must be <= 10",schema:10,parentSchema:schema31.properties.source.properties.maxRedirects,data:data35};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
if(data35 < 0 || isNaN(data35)){
const err65 = {instancePath:instancePath+"/source/maxRedirects",schemaPath:"#/properties/source/properties/maxRedirects/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.source.properties.maxRedirects,data:data35};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
}
if(data32.connectSeconds !== undefined){
let data36 = data32.connectSeconds;
if((typeof data36 == "number") && (isFinite(data36))){
if(data36 <= 0 || isNaN(data36)){
const err66 = {instancePath:instancePath+"/source/connectSeconds",schemaPath:"#/properties/source/properties/connectSeconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema31.properties.source.properties.connectSeconds,data:data36};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
else {
const err67 = {instancePath:instancePath+"/source/connectSeconds",schemaPath:"#/properties/source/properties/connectSeconds/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.source.properties.connectSeconds.type,parentSchema:schema31.properties.source.properties.connectSeconds,data:data36};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
if(data32.firstByteSeconds !== undefined){
let data37 = data32.firstByteSeconds;
if((typeof data37 == "number") && (isFinite(data37))){
if(data37 <= 0 || isNaN(data37)){
const err68 = {instancePath:instancePath+"/source/firstByteSeconds",schemaPath:"#/properties/source/properties/firstByteSeconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema31.properties.source.properties.firstByteSeconds,data:data37};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
else {
const err69 = {instancePath:instancePath+"/source/firstByteSeconds",schemaPath:"#/properties/source/properties/firstByteSeconds/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.source.properties.firstByteSeconds.type,parentSchema:schema31.properties.source.properties.firstByteSeconds,data:data37};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
if(data32.totalSeconds !== undefined){
let data38 = data32.totalSeconds;
if((typeof data38 == "number") && (isFinite(data38))){
if(data38 <= 0 || isNaN(data38)){
const err70 = {instancePath:instancePath+"/source/totalSeconds",schemaPath:"#/properties/source/properties/totalSeconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema31.properties.source.properties.totalSeconds,data:data38};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
else {
const err71 = {instancePath:instancePath+"/source/totalSeconds",schemaPath:"#/properties/source/properties/totalSeconds/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.source.properties.totalSeconds.type,parentSchema:schema31.properties.source.properties.totalSeconds,data:data38};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
if(data32.maxPerAccount !== undefined){
let data39 = data32.maxPerAccount;
if(!(((typeof data39 == "number") && (!(data39 % 1) && !isNaN(data39))) && (isFinite(data39)))){
const err72 = {instancePath:instancePath+"/source/maxPerAccount",schemaPath:"#/properties/source/properties/maxPerAccount/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.source.properties.maxPerAccount.type,parentSchema:schema31.properties.source.properties.maxPerAccount,data:data39};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
if((typeof data39 == "number") && (isFinite(data39))){
if(data39 < 1 || isNaN(data39)){
const err73 = {instancePath:instancePath+"/source/maxPerAccount",schemaPath:"#/properties/source/properties/maxPerAccount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.source.properties.maxPerAccount,data:data39};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
}
}
else {
const err74 = {instancePath:instancePath+"/source",schemaPath:"#/properties/source/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.source.type,parentSchema:schema31.properties.source,data:data32};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
if(data.queue !== undefined){
let data40 = data.queue;
if(data40 && typeof data40 == "object" && !Array.isArray(data40)){
for(const key6 in data40){
if(!((((((key6 === "slots") || (key6 === "maxJobs")) || (key6 === "maxJobsPerAccount")) || (key6 === "maxWaitSeconds")) || (key6 === "overloadSeconds")) || (key6 === "answerSeconds"))){
const err75 = {instancePath:instancePath+"/queue",schemaPath:"#/properties/queue/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.queue,data:data40};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
}
if(data40.slots !== undefined){
let data41 = data40.slots;
if(!(((typeof data41 == "number") && (!(data41 % 1) && !isNaN(data41))) && (isFinite(data41)))){
const err76 = {instancePath:instancePath+"/queue/slots",schemaPath:"#/properties/queue/properties/slots/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.queue.properties.slots.type,parentSchema:schema31.properties.queue.properties.slots,data:data41};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
if((typeof data41 == "number") && (isFinite(data41))){
if(data41 > 1024 || isNaN(data41)){
const err77 = {instancePath:instancePath+"/queue/slots",schemaPath:"#/properties/queue/properties/slots/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1024},message:"must be <= 1024",schema:1024,parentSchema:schema31.properties.queue.properties.slots,data:data41};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
if(data41 < 0 || isNaN(data41)){
const err78 = {instancePath:instancePath+"/queue/slots",schemaPath:"#/properties/queue/properties/slots/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.queue.properties.slots,data:data41};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
}
}
if(data40.maxJobs !== undefined){
let data42 = data40.maxJobs;
if(!(((typeof data42 == "number") && (!(data42 % 1) && !isNaN(data42))) && (isFinite(data42)))){
const err79 = {instancePath:instancePath+"/queue/maxJobs",schemaPath:"#/properties/queue/properties/maxJobs/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.queue.properties.maxJobs.type,parentSchema:schema31.properties.queue.properties.maxJobs,data:data42};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
if((typeof data42 == "number") && (isFinite(data42))){
if(data42 < 1 || isNaN(data42)){
const err80 = {instancePath:instancePath+"/queue/maxJobs",schemaPath:"#/properties/queue/properties/maxJobs/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.queue.properties.maxJobs,data:data42};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
}
}
if(data40.maxJobsPerAccount !== undefined){
let data43 = data40.maxJobsPerAccount;
if(!(((typeof data43 == "number") && (!(data43 % 1) && !isNaN(data43))) && (isFinite(data43)))){
const err81 = {instancePath:instancePath+"/queue/maxJobsPerAccount",schemaPath:"#/properties/queue/properties/maxJobsPerAccount/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.queue.properties.maxJobsPerAccount.type,parentSchema:schema31.properties.queue.properties.maxJobsPerAccount,data:data43};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
if((typeof data43 == "number") && (isFinite(data43))){
if(data43 < 1 || isNaN(data43)){
const err82 = {instancePath:instancePath+"/queue/maxJobsPerAccount",schemaPath:"#/properties/queue/properties/maxJobsPerAccount/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.queue.properties.maxJobsPerAccount,data:data43};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
}
}
if(data40.maxWaitSeconds !== undefined){
let data44 = data40.maxWaitSeconds;
if((typeof data44 == "number") && (isFinite(data44))){
if(data44 <= 0 || isNaN(data44)){
const err83 = {instancePath:instancePath+"/queue/maxWaitSeconds",schemaPath:"#/properties/queue/properties/maxWaitSeconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema31.properties.queue.properties.maxWaitSeconds,data:data44};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
}
else {
const err84 = {instancePath:instancePath+"/queue/maxWaitSeconds",schemaPath:"#/properties/queue/properties/maxWaitSeconds/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.queue.properties.maxWaitSeconds.type,parentSchema:schema31.properties.queue.properties.maxWaitSeconds,data:data44};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
}
if(data40.overloadSeconds !== undefined){
let data45 = data40.overloadSeconds;
if((typeof data45 == "number") && (isFinite(data45))){
if(data45 <= 0 || isNaN(data45)){
const err85 = {instancePath:instancePath+"/queue/overloadSeconds",schemaPath:"#/properties/queue/properties/overloadSeconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema31.properties.queue.properties.overloadSeconds,data:data45};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
}
else {
const err86 = {instancePath:instancePath+"/queue/overloadSeconds",schemaPath:"#/properties/queue/properties/overloadSeconds/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.queue.properties.overloadSeconds.type,parentSchema:schema31.properties.queue.properties.overloadSeconds,data:data45};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
}
if(data40.answerSeconds !== undefined){
let data46 = data40.answerSeconds;
if((typeof data46 == "number") && (isFinite(data46))){
if(data46 <= 0 || isNaN(data46)){
const err87 = {instancePath:instancePath+"/queue/answerSeconds",schemaPath:"#/properties/queue/properties/answerSeconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema31.properties.queue.properties.answerSeconds,data:data46};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
}
else {
const err88 = {instancePath:instancePath+"/queue/answerSeconds",schemaPath:"#/properties/queue/properties/answerSeconds/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.queue.properties.answerSeconds.type,parentSchema:schema31.properties.queue.properties.answerSeconds,data:data46};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
}
}
else {
const err89 = {instancePath:instancePath+"/queue",schemaPath:"#/properties/queue/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.queue.type,parentSchema:schema31.properties.queue,data:data40};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
}
if(data.tools !== undefined){
let data47 = data.tools;
if(data47 && typeof data47 == "object" && !Array.isArray(data47)){
for(const key7 in data47){
if(!(func1.call(schema31.properties.tools.properties, key7))){
const err90 = {instancePath:instancePath+"/tools",schemaPath:"#/properties/tools/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.tools,data:data47};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
}
if(data47.path !== undefined){
let data48 = data47.path;
if(Array.isArray(data48)){
const len2 = data48.length;
for(let i2=0; i2<len2; i2++){
let data49 = data48[i2];
if(typeof data49 === "string"){
if(func2(data49) < 1){
const err91 = {instancePath:instancePath+"/tools/path/" + i2,schemaPath:"#/properties/tools/properties/path/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.tools.properties.path.items,data:data49};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
}
else {
const err92 = {instancePath:instancePath+"/tools/path/" + i2,schemaPath:"#/properties/tools/properties/path/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.tools.properties.path.items.type,parentSchema:schema31.properties.tools.properties.path.items,data:data49};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
}
}
else {
const err93 = {instancePath:instancePath+"/tools/path",schemaPath:"#/properties/tools/properties/path/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.tools.properties.path.type,parentSchema:schema31.properties.tools.properties.path,data:data48};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
}
if(data47.sandbox !== undefined){
let data50 = data47.sandbox;
if(!((((data50 === "auto") || (data50 === "bwrap")) || (data50 === "limits")) || (data50 === "none"))){
const err94 = {instancePath:instancePath+"/tools/sandbox",schemaPath:"#/properties/tools/properties/sandbox/enum",keyword:"enum",params:{allowedValues: schema31.properties.tools.properties.sandbox.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.tools.properties.sandbox.enum,parentSchema:schema31.properties.tools.properties.sandbox,data:data50};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
}
if(data47.readable !== undefined){
let data51 = data47.readable;
if(Array.isArray(data51)){
const len3 = data51.length;
for(let i3=0; i3<len3; i3++){
let data52 = data51[i3];
if(typeof data52 === "string"){
if(!pattern5.test(data52)){
const err95 = {instancePath:instancePath+"/tools/readable/" + i3,schemaPath:"#/properties/tools/properties/readable/items/pattern",keyword:"pattern",params:{pattern: "^/"},message:"must match pattern \""+"^/"+"\"",schema:"^/",parentSchema:schema31.properties.tools.properties.readable.items,data:data52};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
}
else {
const err96 = {instancePath:instancePath+"/tools/readable/" + i3,schemaPath:"#/properties/tools/properties/readable/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.tools.properties.readable.items.type,parentSchema:schema31.properties.tools.properties.readable.items,data:data52};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
}
}
else {
const err97 = {instancePath:instancePath+"/tools/readable",schemaPath:"#/properties/tools/properties/readable/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.tools.properties.readable.type,parentSchema:schema31.properties.tools.properties.readable,data:data51};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
}
if(data47.deadlineSeconds !== undefined){
let data53 = data47.deadlineSeconds;
if((typeof data53 == "number") && (isFinite(data53))){
if(data53 <= 0 || isNaN(data53)){
const err98 = {instancePath:instancePath+"/tools/deadlineSeconds",schemaPath:"#/properties/tools/properties/deadlineSeconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema31.properties.tools.properties.deadlineSeconds,data:data53};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
}
else {
const err99 = {instancePath:instancePath+"/tools/deadlineSeconds",schemaPath:"#/properties/tools/properties/deadlineSeconds/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.tools.properties.deadlineSeconds.type,parentSchema:schema31.properties.tools.properties.deadlineSeconds,data:data53};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
}
if(data47.memoryBytes !== undefined){
let data54 = data47.memoryBytes;
if(!(((typeof data54 == "number") && (!(data54 % 1) && !isNaN(data54))) && (isFinite(data54)))){
const err100 = {instancePath:instancePath+"/tools/memoryBytes",schemaPath:"#/properties/tools/properties/memoryBytes/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.tools.properties.memoryBytes.type,parentSchema:schema31.properties.tools.properties.memoryBytes,data:data54};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
if((typeof data54 == "number") && (isFinite(data54))){
if(data54 < 67108864 || isNaN(data54)){
const err101 = {instancePath:instancePath+"/tools/memoryBytes",schemaPath:"#/properties/tools/properties/memoryBytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 67108864},message:"must be >= 67108864",schema:67108864,parentSchema:schema31.properties.tools.properties.memoryBytes,data:data54};
if(vErrors === null){
vErrors = [err101];
}
else {
vErrors.push(err101);
}
errors++;
}
}
}
if(data47.cpuSeconds !== undefined){
let data55 = data47.cpuSeconds;
if(!(((typeof data55 == "number") && (!(data55 % 1) && !isNaN(data55))) && (isFinite(data55)))){
const err102 = {instancePath:instancePath+"/tools/cpuSeconds",schemaPath:"#/properties/tools/properties/cpuSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.tools.properties.cpuSeconds.type,parentSchema:schema31.properties.tools.properties.cpuSeconds,data:data55};
if(vErrors === null){
vErrors = [err102];
}
else {
vErrors.push(err102);
}
errors++;
}
if((typeof data55 == "number") && (isFinite(data55))){
if(data55 < 1 || isNaN(data55)){
const err103 = {instancePath:instancePath+"/tools/cpuSeconds",schemaPath:"#/properties/tools/properties/cpuSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.tools.properties.cpuSeconds,data:data55};
if(vErrors === null){
vErrors = [err103];
}
else {
vErrors.push(err103);
}
errors++;
}
}
}
if(data47.fileBytes !== undefined){
let data56 = data47.fileBytes;
if(!(((typeof data56 == "number") && (!(data56 % 1) && !isNaN(data56))) && (isFinite(data56)))){
const err104 = {instancePath:instancePath+"/tools/fileBytes",schemaPath:"#/properties/tools/properties/fileBytes/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.tools.properties.fileBytes.type,parentSchema:schema31.properties.tools.properties.fileBytes,data:data56};
if(vErrors === null){
vErrors = [err104];
}
else {
vErrors.push(err104);
}
errors++;
}
if((typeof data56 == "number") && (isFinite(data56))){
if(data56 < 1048576 || isNaN(data56)){
const err105 = {instancePath:instancePath+"/tools/fileBytes",schemaPath:"#/properties/tools/properties/fileBytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1048576},message:"must be >= 1048576",schema:1048576,parentSchema:schema31.properties.tools.properties.fileBytes,data:data56};
if(vErrors === null){
vErrors = [err105];
}
else {
vErrors.push(err105);
}
errors++;
}
}
}
if(data47.folderBytes !== undefined){
let data57 = data47.folderBytes;
if(!(((typeof data57 == "number") && (!(data57 % 1) && !isNaN(data57))) && (isFinite(data57)))){
const err106 = {instancePath:instancePath+"/tools/folderBytes",schemaPath:"#/properties/tools/properties/folderBytes/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.tools.properties.folderBytes.type,parentSchema:schema31.properties.tools.properties.folderBytes,data:data57};
if(vErrors === null){
vErrors = [err106];
}
else {
vErrors.push(err106);
}
errors++;
}
if((typeof data57 == "number") && (isFinite(data57))){
if(data57 < 1048576 || isNaN(data57)){
const err107 = {instancePath:instancePath+"/tools/folderBytes",schemaPath:"#/properties/tools/properties/folderBytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1048576},message:"must be >= 1048576",schema:1048576,parentSchema:schema31.properties.tools.properties.folderBytes,data:data57};
if(vErrors === null){
vErrors = [err107];
}
else {
vErrors.push(err107);
}
errors++;
}
}
}
if(data47.folderFiles !== undefined){
let data58 = data47.folderFiles;
if(!(((typeof data58 == "number") && (!(data58 % 1) && !isNaN(data58))) && (isFinite(data58)))){
const err108 = {instancePath:instancePath+"/tools/folderFiles",schemaPath:"#/properties/tools/properties/folderFiles/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.tools.properties.folderFiles.type,parentSchema:schema31.properties.tools.properties.folderFiles,data:data58};
if(vErrors === null){
vErrors = [err108];
}
else {
vErrors.push(err108);
}
errors++;
}
if((typeof data58 == "number") && (isFinite(data58))){
if(data58 < 100 || isNaN(data58)){
const err109 = {instancePath:instancePath+"/tools/folderFiles",schemaPath:"#/properties/tools/properties/folderFiles/minimum",keyword:"minimum",params:{comparison: ">=", limit: 100},message:"must be >= 100",schema:100,parentSchema:schema31.properties.tools.properties.folderFiles,data:data58};
if(vErrors === null){
vErrors = [err109];
}
else {
vErrors.push(err109);
}
errors++;
}
}
}
if(data47.processes !== undefined){
let data59 = data47.processes;
if(!(((typeof data59 == "number") && (!(data59 % 1) && !isNaN(data59))) && (isFinite(data59)))){
const err110 = {instancePath:instancePath+"/tools/processes",schemaPath:"#/properties/tools/properties/processes/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.tools.properties.processes.type,parentSchema:schema31.properties.tools.properties.processes,data:data59};
if(vErrors === null){
vErrors = [err110];
}
else {
vErrors.push(err110);
}
errors++;
}
if((typeof data59 == "number") && (isFinite(data59))){
if(data59 < 1 || isNaN(data59)){
const err111 = {instancePath:instancePath+"/tools/processes",schemaPath:"#/properties/tools/properties/processes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.tools.properties.processes,data:data59};
if(vErrors === null){
vErrors = [err111];
}
else {
vErrors.push(err111);
}
errors++;
}
}
}
}
else {
const err112 = {instancePath:instancePath+"/tools",schemaPath:"#/properties/tools/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.tools.type,parentSchema:schema31.properties.tools,data:data47};
if(vErrors === null){
vErrors = [err112];
}
else {
vErrors.push(err112);
}
errors++;
}
}
if(data.outputs !== undefined){
let data60 = data.outputs;
if(data60 && typeof data60 == "object" && !Array.isArray(data60)){
for(const key8 in data60){
if(!((((((key8 === "kind") || (key8 === "bucket")) || (key8 === "maxBytes")) || (key8 === "retentionSeconds")) || (key8 === "publicDownload")) || (key8 === "shareBetweenAccounts"))){
const err113 = {instancePath:instancePath+"/outputs",schemaPath:"#/properties/outputs/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key8},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.outputs,data:data60};
if(vErrors === null){
vErrors = [err113];
}
else {
vErrors.push(err113);
}
errors++;
}
}
if(data60.kind !== undefined){
let data61 = data60.kind;
if(typeof data61 !== "string"){
const err114 = {instancePath:instancePath+"/outputs/kind",schemaPath:"#/properties/outputs/properties/kind/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.outputs.properties.kind.type,parentSchema:schema31.properties.outputs.properties.kind,data:data61};
if(vErrors === null){
vErrors = [err114];
}
else {
vErrors.push(err114);
}
errors++;
}
if(!(((data61 === "files") || (data61 === "s3")) || (data61 === "google"))){
const err115 = {instancePath:instancePath+"/outputs/kind",schemaPath:"#/properties/outputs/properties/kind/enum",keyword:"enum",params:{allowedValues: schema31.properties.outputs.properties.kind.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.outputs.properties.kind.enum,parentSchema:schema31.properties.outputs.properties.kind,data:data61};
if(vErrors === null){
vErrors = [err115];
}
else {
vErrors.push(err115);
}
errors++;
}
}
if(data60.bucket !== undefined){
let data62 = data60.bucket;
if(data62 && typeof data62 == "object" && !Array.isArray(data62)){
for(const key9 in data62){
if(!((((((((key9 === "name") || (key9 === "prefix")) || (key9 === "endpoint")) || (key9 === "region")) || (key9 === "forcePathStyle")) || (key9 === "credentialsFile")) || (key9 === "deadlineSeconds")) || (key9 === "attempts"))){
const err116 = {instancePath:instancePath+"/outputs/bucket",schemaPath:"#/properties/outputs/properties/bucket/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key9},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.outputs.properties.bucket,data:data62};
if(vErrors === null){
vErrors = [err116];
}
else {
vErrors.push(err116);
}
errors++;
}
}
if(data62.name !== undefined){
let data63 = data62.name;
if(typeof data63 !== "string"){
const err117 = {instancePath:instancePath+"/outputs/bucket/name",schemaPath:"#/properties/outputs/properties/bucket/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.outputs.properties.bucket.properties.name.type,parentSchema:schema31.properties.outputs.properties.bucket.properties.name,data:data63};
if(vErrors === null){
vErrors = [err117];
}
else {
vErrors.push(err117);
}
errors++;
}
}
if(data62.prefix !== undefined){
let data64 = data62.prefix;
if(typeof data64 === "string"){
if(!pattern6.test(data64)){
const err118 = {instancePath:instancePath+"/outputs/bucket/prefix",schemaPath:"#/properties/outputs/properties/bucket/properties/prefix/pattern",keyword:"pattern",params:{pattern: "^([^/]+/)*$"},message:"must match pattern \""+"^([^/]+/)*$"+"\"",schema:"^([^/]+/)*$",parentSchema:schema31.properties.outputs.properties.bucket.properties.prefix,data:data64};
if(vErrors === null){
vErrors = [err118];
}
else {
vErrors.push(err118);
}
errors++;
}
}
else {
const err119 = {instancePath:instancePath+"/outputs/bucket/prefix",schemaPath:"#/properties/outputs/properties/bucket/properties/prefix/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.outputs.properties.bucket.properties.prefix.type,parentSchema:schema31.properties.outputs.properties.bucket.properties.prefix,data:data64};
if(vErrors === null){
vErrors = [err119];
}
else {
vErrors.push(err119);
}
errors++;
}
}
if(data62.endpoint !== undefined){
let data65 = data62.endpoint;
if(typeof data65 === "string"){
if(!pattern7.test(data65)){
const err120 = {instancePath:instancePath+"/outputs/bucket/endpoint",schemaPath:"#/properties/outputs/properties/bucket/properties/endpoint/pattern",keyword:"pattern",params:{pattern: "^(https?://[^/?#\\s@]+(/[^?#\\s]*)?)?$"},message:"must match pattern \""+"^(https?://[^/?#\\s@]+(/[^?#\\s]*)?)?$"+"\"",schema:"^(https?://[^/?#\\s@]+(/[^?#\\s]*)?)?$",parentSchema:schema31.properties.outputs.properties.bucket.properties.endpoint,data:data65};
if(vErrors === null){
vErrors = [err120];
}
else {
vErrors.push(err120);
}
errors++;
}
}
else {
const err121 = {instancePath:instancePath+"/outputs/bucket/endpoint",schemaPath:"#/properties/outputs/properties/bucket/properties/endpoint/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.outputs.properties.bucket.properties.endpoint.type,parentSchema:schema31.properties.outputs.properties.bucket.properties.endpoint,data:data65};
if(vErrors === null){
vErrors = [err121];
}
else {
vErrors.push(err121);
}
errors++;
}
}
if(data62.region !== undefined){
let data66 = data62.region;
if(typeof data66 === "string"){
if(!pattern8.test(data66)){
const err122 = {instancePath:instancePath+"/outputs/bucket/region",schemaPath:"#/properties/outputs/properties/bucket/properties/region/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$",parentSchema:schema31.properties.outputs.properties.bucket.properties.region,data:data66};
if(vErrors === null){
vErrors = [err122];
}
else {
vErrors.push(err122);
}
errors++;
}
}
else {
const err123 = {instancePath:instancePath+"/outputs/bucket/region",schemaPath:"#/properties/outputs/properties/bucket/properties/region/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.outputs.properties.bucket.properties.region.type,parentSchema:schema31.properties.outputs.properties.bucket.properties.region,data:data66};
if(vErrors === null){
vErrors = [err123];
}
else {
vErrors.push(err123);
}
errors++;
}
}
if(data62.forcePathStyle !== undefined){
let data67 = data62.forcePathStyle;
if(typeof data67 !== "boolean"){
const err124 = {instancePath:instancePath+"/outputs/bucket/forcePathStyle",schemaPath:"#/properties/outputs/properties/bucket/properties/forcePathStyle/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema31.properties.outputs.properties.bucket.properties.forcePathStyle.type,parentSchema:schema31.properties.outputs.properties.bucket.properties.forcePathStyle,data:data67};
if(vErrors === null){
vErrors = [err124];
}
else {
vErrors.push(err124);
}
errors++;
}
}
if(data62.credentialsFile !== undefined){
let data68 = data62.credentialsFile;
if(typeof data68 !== "string"){
const err125 = {instancePath:instancePath+"/outputs/bucket/credentialsFile",schemaPath:"#/properties/outputs/properties/bucket/properties/credentialsFile/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.outputs.properties.bucket.properties.credentialsFile.type,parentSchema:schema31.properties.outputs.properties.bucket.properties.credentialsFile,data:data68};
if(vErrors === null){
vErrors = [err125];
}
else {
vErrors.push(err125);
}
errors++;
}
}
if(data62.deadlineSeconds !== undefined){
let data69 = data62.deadlineSeconds;
if((typeof data69 == "number") && (isFinite(data69))){
if(data69 > 60 || isNaN(data69)){
const err126 = {instancePath:instancePath+"/outputs/bucket/deadlineSeconds",schemaPath:"#/properties/outputs/properties/bucket/properties/deadlineSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 60},message:"must be <= 60",schema:60,parentSchema:schema31.properties.outputs.properties.bucket.properties.deadlineSeconds,data:data69};
if(vErrors === null){
vErrors = [err126];
}
else {
vErrors.push(err126);
}
errors++;
}
if(data69 < 1 || isNaN(data69)){
const err127 = {instancePath:instancePath+"/outputs/bucket/deadlineSeconds",schemaPath:"#/properties/outputs/properties/bucket/properties/deadlineSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.outputs.properties.bucket.properties.deadlineSeconds,data:data69};
if(vErrors === null){
vErrors = [err127];
}
else {
vErrors.push(err127);
}
errors++;
}
}
else {
const err128 = {instancePath:instancePath+"/outputs/bucket/deadlineSeconds",schemaPath:"#/properties/outputs/properties/bucket/properties/deadlineSeconds/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.outputs.properties.bucket.properties.deadlineSeconds.type,parentSchema:schema31.properties.outputs.properties.bucket.properties.deadlineSeconds,data:data69};
if(vErrors === null){
vErrors = [err128];
}
else {
vErrors.push(err128);
}
errors++;
}
}
if(data62.attempts !== undefined){
let data70 = data62.attempts;
if(!(((typeof data70 == "number") && (!(data70 % 1) && !isNaN(data70))) && (isFinite(data70)))){
const err129 = {instancePath:instancePath+"/outputs/bucket/attempts",schemaPath:"#/properties/outputs/properties/bucket/properties/attempts/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.outputs.properties.bucket.properties.attempts.type,parentSchema:schema31.properties.outputs.properties.bucket.properties.attempts,data:data70};
if(vErrors === null){
vErrors = [err129];
}
else {
vErrors.push(err129);
}
errors++;
}
if((typeof data70 == "number") && (isFinite(data70))){
if(data70 > 10 || isNaN(data70)){
const err130 = {instancePath:instancePath+"/outputs/bucket/attempts",schemaPath:"#/properties/outputs/properties/bucket/properties/attempts/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10},message:"must be <= 10",schema:10,parentSchema:schema31.properties.outputs.properties.bucket.properties.attempts,data:data70};
if(vErrors === null){
vErrors = [err130];
}
else {
vErrors.push(err130);
}
errors++;
}
if(data70 < 1 || isNaN(data70)){
const err131 = {instancePath:instancePath+"/outputs/bucket/attempts",schemaPath:"#/properties/outputs/properties/bucket/properties/attempts/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.outputs.properties.bucket.properties.attempts,data:data70};
if(vErrors === null){
vErrors = [err131];
}
else {
vErrors.push(err131);
}
errors++;
}
}
}
}
else {
const err132 = {instancePath:instancePath+"/outputs/bucket",schemaPath:"#/properties/outputs/properties/bucket/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.outputs.properties.bucket.type,parentSchema:schema31.properties.outputs.properties.bucket,data:data62};
if(vErrors === null){
vErrors = [err132];
}
else {
vErrors.push(err132);
}
errors++;
}
}
if(data60.maxBytes !== undefined){
let data71 = data60.maxBytes;
if(!(((typeof data71 == "number") && (!(data71 % 1) && !isNaN(data71))) && (isFinite(data71)))){
const err133 = {instancePath:instancePath+"/outputs/maxBytes",schemaPath:"#/properties/outputs/properties/maxBytes/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.outputs.properties.maxBytes.type,parentSchema:schema31.properties.outputs.properties.maxBytes,data:data71};
if(vErrors === null){
vErrors = [err133];
}
else {
vErrors.push(err133);
}
errors++;
}
if((typeof data71 == "number") && (isFinite(data71))){
if(data71 < 1048576 || isNaN(data71)){
const err134 = {instancePath:instancePath+"/outputs/maxBytes",schemaPath:"#/properties/outputs/properties/maxBytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1048576},message:"must be >= 1048576",schema:1048576,parentSchema:schema31.properties.outputs.properties.maxBytes,data:data71};
if(vErrors === null){
vErrors = [err134];
}
else {
vErrors.push(err134);
}
errors++;
}
}
}
if(data60.retentionSeconds !== undefined){
let data72 = data60.retentionSeconds;
if(!(((typeof data72 == "number") && (!(data72 % 1) && !isNaN(data72))) && (isFinite(data72)))){
const err135 = {instancePath:instancePath+"/outputs/retentionSeconds",schemaPath:"#/properties/outputs/properties/retentionSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.outputs.properties.retentionSeconds.type,parentSchema:schema31.properties.outputs.properties.retentionSeconds,data:data72};
if(vErrors === null){
vErrors = [err135];
}
else {
vErrors.push(err135);
}
errors++;
}
if((typeof data72 == "number") && (isFinite(data72))){
if(data72 < 1 || isNaN(data72)){
const err136 = {instancePath:instancePath+"/outputs/retentionSeconds",schemaPath:"#/properties/outputs/properties/retentionSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.outputs.properties.retentionSeconds,data:data72};
if(vErrors === null){
vErrors = [err136];
}
else {
vErrors.push(err136);
}
errors++;
}
}
}
if(data60.publicDownload !== undefined){
let data73 = data60.publicDownload;
if(typeof data73 !== "boolean"){
const err137 = {instancePath:instancePath+"/outputs/publicDownload",schemaPath:"#/properties/outputs/properties/publicDownload/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema31.properties.outputs.properties.publicDownload.type,parentSchema:schema31.properties.outputs.properties.publicDownload,data:data73};
if(vErrors === null){
vErrors = [err137];
}
else {
vErrors.push(err137);
}
errors++;
}
}
if(data60.shareBetweenAccounts !== undefined){
let data74 = data60.shareBetweenAccounts;
if(typeof data74 !== "boolean"){
const err138 = {instancePath:instancePath+"/outputs/shareBetweenAccounts",schemaPath:"#/properties/outputs/properties/shareBetweenAccounts/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema31.properties.outputs.properties.shareBetweenAccounts.type,parentSchema:schema31.properties.outputs.properties.shareBetweenAccounts,data:data74};
if(vErrors === null){
vErrors = [err138];
}
else {
vErrors.push(err138);
}
errors++;
}
}
}
else {
const err139 = {instancePath:instancePath+"/outputs",schemaPath:"#/properties/outputs/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.outputs.type,parentSchema:schema31.properties.outputs,data:data60};
if(vErrors === null){
vErrors = [err139];
}
else {
vErrors.push(err139);
}
errors++;
}
}
if(data.state !== undefined){
let data75 = data.state;
if(data75 && typeof data75 == "object" && !Array.isArray(data75)){
for(const key10 in data75){
if(!((((key10 === "kind") || (key10 === "redis")) || (key10 === "graceSeconds")) || (key10 === "secretFile"))){
const err140 = {instancePath:instancePath+"/state",schemaPath:"#/properties/state/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key10},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.state,data:data75};
if(vErrors === null){
vErrors = [err140];
}
else {
vErrors.push(err140);
}
errors++;
}
}
if(data75.kind !== undefined){
let data76 = data75.kind;
if(typeof data76 !== "string"){
const err141 = {instancePath:instancePath+"/state/kind",schemaPath:"#/properties/state/properties/kind/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.state.properties.kind.type,parentSchema:schema31.properties.state.properties.kind,data:data76};
if(vErrors === null){
vErrors = [err141];
}
else {
vErrors.push(err141);
}
errors++;
}
if(!((data76 === "files") || (data76 === "redis"))){
const err142 = {instancePath:instancePath+"/state/kind",schemaPath:"#/properties/state/properties/kind/enum",keyword:"enum",params:{allowedValues: schema31.properties.state.properties.kind.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.state.properties.kind.enum,parentSchema:schema31.properties.state.properties.kind,data:data76};
if(vErrors === null){
vErrors = [err142];
}
else {
vErrors.push(err142);
}
errors++;
}
}
if(data75.redis !== undefined){
let data77 = data75.redis;
if(data77 && typeof data77 == "object" && !Array.isArray(data77)){
for(const key11 in data77){
if(!(func1.call(schema31.properties.state.properties.redis.properties, key11))){
const err143 = {instancePath:instancePath+"/state/redis",schemaPath:"#/properties/state/properties/redis/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key11},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.state.properties.redis,data:data77};
if(vErrors === null){
vErrors = [err143];
}
else {
vErrors.push(err143);
}
errors++;
}
}
if(data77.url !== undefined){
let data78 = data77.url;
if(typeof data78 !== "string"){
const err144 = {instancePath:instancePath+"/state/redis/url",schemaPath:"#/properties/state/properties/redis/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.state.properties.redis.properties.url.type,parentSchema:schema31.properties.state.properties.redis.properties.url,data:data78};
if(vErrors === null){
vErrors = [err144];
}
else {
vErrors.push(err144);
}
errors++;
}
}
if(data77.passwordFile !== undefined){
let data79 = data77.passwordFile;
if(typeof data79 !== "string"){
const err145 = {instancePath:instancePath+"/state/redis/passwordFile",schemaPath:"#/properties/state/properties/redis/properties/passwordFile/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.state.properties.redis.properties.passwordFile.type,parentSchema:schema31.properties.state.properties.redis.properties.passwordFile,data:data79};
if(vErrors === null){
vErrors = [err145];
}
else {
vErrors.push(err145);
}
errors++;
}
}
if(data77.caFile !== undefined){
let data80 = data77.caFile;
if(typeof data80 !== "string"){
const err146 = {instancePath:instancePath+"/state/redis/caFile",schemaPath:"#/properties/state/properties/redis/properties/caFile/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.state.properties.redis.properties.caFile.type,parentSchema:schema31.properties.state.properties.redis.properties.caFile,data:data80};
if(vErrors === null){
vErrors = [err146];
}
else {
vErrors.push(err146);
}
errors++;
}
}
if(data77.serverName !== undefined){
let data81 = data77.serverName;
if(typeof data81 !== "string"){
const err147 = {instancePath:instancePath+"/state/redis/serverName",schemaPath:"#/properties/state/properties/redis/properties/serverName/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.state.properties.redis.properties.serverName.type,parentSchema:schema31.properties.state.properties.redis.properties.serverName,data:data81};
if(vErrors === null){
vErrors = [err147];
}
else {
vErrors.push(err147);
}
errors++;
}
}
if(data77.sentinels !== undefined){
let data82 = data77.sentinels;
if(Array.isArray(data82)){
const len4 = data82.length;
for(let i4=0; i4<len4; i4++){
let data83 = data82[i4];
if(typeof data83 !== "string"){
const err148 = {instancePath:instancePath+"/state/redis/sentinels/" + i4,schemaPath:"#/properties/state/properties/redis/properties/sentinels/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.state.properties.redis.properties.sentinels.items.type,parentSchema:schema31.properties.state.properties.redis.properties.sentinels.items,data:data83};
if(vErrors === null){
vErrors = [err148];
}
else {
vErrors.push(err148);
}
errors++;
}
}
}
else {
const err149 = {instancePath:instancePath+"/state/redis/sentinels",schemaPath:"#/properties/state/properties/redis/properties/sentinels/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.state.properties.redis.properties.sentinels.type,parentSchema:schema31.properties.state.properties.redis.properties.sentinels,data:data82};
if(vErrors === null){
vErrors = [err149];
}
else {
vErrors.push(err149);
}
errors++;
}
}
if(data77.sentinelPasswordFile !== undefined){
let data84 = data77.sentinelPasswordFile;
if(typeof data84 !== "string"){
const err150 = {instancePath:instancePath+"/state/redis/sentinelPasswordFile",schemaPath:"#/properties/state/properties/redis/properties/sentinelPasswordFile/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.state.properties.redis.properties.sentinelPasswordFile.type,parentSchema:schema31.properties.state.properties.redis.properties.sentinelPasswordFile,data:data84};
if(vErrors === null){
vErrors = [err150];
}
else {
vErrors.push(err150);
}
errors++;
}
}
if(data77.prefix !== undefined){
let data85 = data77.prefix;
if(typeof data85 === "string"){
if(!pattern9.test(data85)){
const err151 = {instancePath:instancePath+"/state/redis/prefix",schemaPath:"#/properties/state/properties/redis/properties/prefix/pattern",keyword:"pattern",params:{pattern: "^\\{[A-Za-z0-9_.-]+\\}[A-Za-z0-9_.:-]*$"},message:"must match pattern \""+"^\\{[A-Za-z0-9_.-]+\\}[A-Za-z0-9_.:-]*$"+"\"",schema:"^\\{[A-Za-z0-9_.-]+\\}[A-Za-z0-9_.:-]*$",parentSchema:schema31.properties.state.properties.redis.properties.prefix,data:data85};
if(vErrors === null){
vErrors = [err151];
}
else {
vErrors.push(err151);
}
errors++;
}
}
else {
const err152 = {instancePath:instancePath+"/state/redis/prefix",schemaPath:"#/properties/state/properties/redis/properties/prefix/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.state.properties.redis.properties.prefix.type,parentSchema:schema31.properties.state.properties.redis.properties.prefix,data:data85};
if(vErrors === null){
vErrors = [err152];
}
else {
vErrors.push(err152);
}
errors++;
}
}
if(data77.replicas !== undefined){
let data86 = data77.replicas;
if(!(((typeof data86 == "number") && (!(data86 % 1) && !isNaN(data86))) && (isFinite(data86)))){
const err153 = {instancePath:instancePath+"/state/redis/replicas",schemaPath:"#/properties/state/properties/redis/properties/replicas/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.state.properties.redis.properties.replicas.type,parentSchema:schema31.properties.state.properties.redis.properties.replicas,data:data86};
if(vErrors === null){
vErrors = [err153];
}
else {
vErrors.push(err153);
}
errors++;
}
if((typeof data86 == "number") && (isFinite(data86))){
if(data86 > 10 || isNaN(data86)){
const err154 = {instancePath:instancePath+"/state/redis/replicas",schemaPath:"#/properties/state/properties/redis/properties/replicas/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10},message:"must be <= 10",schema:10,parentSchema:schema31.properties.state.properties.redis.properties.replicas,data:data86};
if(vErrors === null){
vErrors = [err154];
}
else {
vErrors.push(err154);
}
errors++;
}
if(data86 < 0 || isNaN(data86)){
const err155 = {instancePath:instancePath+"/state/redis/replicas",schemaPath:"#/properties/state/properties/redis/properties/replicas/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.state.properties.redis.properties.replicas,data:data86};
if(vErrors === null){
vErrors = [err155];
}
else {
vErrors.push(err155);
}
errors++;
}
}
}
if(data77.deadlineSeconds !== undefined){
let data87 = data77.deadlineSeconds;
if((typeof data87 == "number") && (isFinite(data87))){
if(data87 > 10 || isNaN(data87)){
const err156 = {instancePath:instancePath+"/state/redis/deadlineSeconds",schemaPath:"#/properties/state/properties/redis/properties/deadlineSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10},message:"must be <= 10",schema:10,parentSchema:schema31.properties.state.properties.redis.properties.deadlineSeconds,data:data87};
if(vErrors === null){
vErrors = [err156];
}
else {
vErrors.push(err156);
}
errors++;
}
if(data87 < 0.1 || isNaN(data87)){
const err157 = {instancePath:instancePath+"/state/redis/deadlineSeconds",schemaPath:"#/properties/state/properties/redis/properties/deadlineSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0.1},message:"must be >= 0.1",schema:0.1,parentSchema:schema31.properties.state.properties.redis.properties.deadlineSeconds,data:data87};
if(vErrors === null){
vErrors = [err157];
}
else {
vErrors.push(err157);
}
errors++;
}
}
else {
const err158 = {instancePath:instancePath+"/state/redis/deadlineSeconds",schemaPath:"#/properties/state/properties/redis/properties/deadlineSeconds/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.state.properties.redis.properties.deadlineSeconds.type,parentSchema:schema31.properties.state.properties.redis.properties.deadlineSeconds,data:data87};
if(vErrors === null){
vErrors = [err158];
}
else {
vErrors.push(err158);
}
errors++;
}
}
}
else {
const err159 = {instancePath:instancePath+"/state/redis",schemaPath:"#/properties/state/properties/redis/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.state.properties.redis.type,parentSchema:schema31.properties.state.properties.redis,data:data77};
if(vErrors === null){
vErrors = [err159];
}
else {
vErrors.push(err159);
}
errors++;
}
}
if(data75.graceSeconds !== undefined){
let data88 = data75.graceSeconds;
if((typeof data88 == "number") && (isFinite(data88))){
if(data88 < 0 || isNaN(data88)){
const err160 = {instancePath:instancePath+"/state/graceSeconds",schemaPath:"#/properties/state/properties/graceSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.state.properties.graceSeconds,data:data88};
if(vErrors === null){
vErrors = [err160];
}
else {
vErrors.push(err160);
}
errors++;
}
}
else {
const err161 = {instancePath:instancePath+"/state/graceSeconds",schemaPath:"#/properties/state/properties/graceSeconds/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.state.properties.graceSeconds.type,parentSchema:schema31.properties.state.properties.graceSeconds,data:data88};
if(vErrors === null){
vErrors = [err161];
}
else {
vErrors.push(err161);
}
errors++;
}
}
if(data75.secretFile !== undefined){
let data89 = data75.secretFile;
if(typeof data89 !== "string"){
const err162 = {instancePath:instancePath+"/state/secretFile",schemaPath:"#/properties/state/properties/secretFile/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.state.properties.secretFile.type,parentSchema:schema31.properties.state.properties.secretFile,data:data89};
if(vErrors === null){
vErrors = [err162];
}
else {
vErrors.push(err162);
}
errors++;
}
}
}
else {
const err163 = {instancePath:instancePath+"/state",schemaPath:"#/properties/state/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.state.type,parentSchema:schema31.properties.state,data:data75};
if(vErrors === null){
vErrors = [err163];
}
else {
vErrors.push(err163);
}
errors++;
}
}
if(data.web !== undefined){
let data90 = data.web;
if(data90 && typeof data90 == "object" && !Array.isArray(data90)){
for(const key12 in data90){
if(!(func1.call(schema31.properties.web.properties, key12))){
const err164 = {instancePath:instancePath+"/web",schemaPath:"#/properties/web/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key12},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.web,data:data90};
if(vErrors === null){
vErrors = [err164];
}
else {
vErrors.push(err164);
}
errors++;
}
}
if(data90.enabled !== undefined){
let data91 = data90.enabled;
if(typeof data91 !== "boolean"){
const err165 = {instancePath:instancePath+"/web/enabled",schemaPath:"#/properties/web/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema31.properties.web.properties.enabled.type,parentSchema:schema31.properties.web.properties.enabled,data:data91};
if(vErrors === null){
vErrors = [err165];
}
else {
vErrors.push(err165);
}
errors++;
}
}
if(data90.registration !== undefined){
let data92 = data90.registration;
if(!((((data92 === "closed") || (data92 === "invite")) || (data92 === "approval")) || (data92 === "open"))){
const err166 = {instancePath:instancePath+"/web/registration",schemaPath:"#/properties/web/properties/registration/enum",keyword:"enum",params:{allowedValues: schema31.properties.web.properties.registration.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.web.properties.registration.enum,parentSchema:schema31.properties.web.properties.registration,data:data92};
if(vErrors === null){
vErrors = [err166];
}
else {
vErrors.push(err166);
}
errors++;
}
}
if(data90.newAccounts !== undefined){
let data93 = data90.newAccounts;
if(data93 && typeof data93 == "object" && !Array.isArray(data93)){
for(const key13 in data93){
if(!((((key13 === "monthlyLimit") || (key13 === "requestsPerMinute")) || (key13 === "attemptsPerHour")) || (key13 === "maxAccounts"))){
const err167 = {instancePath:instancePath+"/web/newAccounts",schemaPath:"#/properties/web/properties/newAccounts/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key13},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.web.properties.newAccounts,data:data93};
if(vErrors === null){
vErrors = [err167];
}
else {
vErrors.push(err167);
}
errors++;
}
}
if(data93.monthlyLimit !== undefined){
let data94 = data93.monthlyLimit;
if((!(((typeof data94 == "number") && (!(data94 % 1) && !isNaN(data94))) && (isFinite(data94)))) && (data94 !== null)){
const err168 = {instancePath:instancePath+"/web/newAccounts/monthlyLimit",schemaPath:"#/properties/web/properties/newAccounts/properties/monthlyLimit/type",keyword:"type",params:{type: schema31.properties.web.properties.newAccounts.properties.monthlyLimit.type},message:"must be integer,null",schema:schema31.properties.web.properties.newAccounts.properties.monthlyLimit.type,parentSchema:schema31.properties.web.properties.newAccounts.properties.monthlyLimit,data:data94};
if(vErrors === null){
vErrors = [err168];
}
else {
vErrors.push(err168);
}
errors++;
}
if((typeof data94 == "number") && (isFinite(data94))){
if(data94 < 0 || isNaN(data94)){
const err169 = {instancePath:instancePath+"/web/newAccounts/monthlyLimit",schemaPath:"#/properties/web/properties/newAccounts/properties/monthlyLimit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.web.properties.newAccounts.properties.monthlyLimit,data:data94};
if(vErrors === null){
vErrors = [err169];
}
else {
vErrors.push(err169);
}
errors++;
}
}
}
if(data93.requestsPerMinute !== undefined){
let data95 = data93.requestsPerMinute;
if((!(((typeof data95 == "number") && (!(data95 % 1) && !isNaN(data95))) && (isFinite(data95)))) && (data95 !== null)){
const err170 = {instancePath:instancePath+"/web/newAccounts/requestsPerMinute",schemaPath:"#/properties/web/properties/newAccounts/properties/requestsPerMinute/type",keyword:"type",params:{type: schema31.properties.web.properties.newAccounts.properties.requestsPerMinute.type},message:"must be integer,null",schema:schema31.properties.web.properties.newAccounts.properties.requestsPerMinute.type,parentSchema:schema31.properties.web.properties.newAccounts.properties.requestsPerMinute,data:data95};
if(vErrors === null){
vErrors = [err170];
}
else {
vErrors.push(err170);
}
errors++;
}
if((typeof data95 == "number") && (isFinite(data95))){
if(data95 < 1 || isNaN(data95)){
const err171 = {instancePath:instancePath+"/web/newAccounts/requestsPerMinute",schemaPath:"#/properties/web/properties/newAccounts/properties/requestsPerMinute/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.web.properties.newAccounts.properties.requestsPerMinute,data:data95};
if(vErrors === null){
vErrors = [err171];
}
else {
vErrors.push(err171);
}
errors++;
}
}
}
if(data93.attemptsPerHour !== undefined){
let data96 = data93.attemptsPerHour;
if(!(((typeof data96 == "number") && (!(data96 % 1) && !isNaN(data96))) && (isFinite(data96)))){
const err172 = {instancePath:instancePath+"/web/newAccounts/attemptsPerHour",schemaPath:"#/properties/web/properties/newAccounts/properties/attemptsPerHour/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.web.properties.newAccounts.properties.attemptsPerHour.type,parentSchema:schema31.properties.web.properties.newAccounts.properties.attemptsPerHour,data:data96};
if(vErrors === null){
vErrors = [err172];
}
else {
vErrors.push(err172);
}
errors++;
}
if((typeof data96 == "number") && (isFinite(data96))){
if(data96 < 1 || isNaN(data96)){
const err173 = {instancePath:instancePath+"/web/newAccounts/attemptsPerHour",schemaPath:"#/properties/web/properties/newAccounts/properties/attemptsPerHour/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.web.properties.newAccounts.properties.attemptsPerHour,data:data96};
if(vErrors === null){
vErrors = [err173];
}
else {
vErrors.push(err173);
}
errors++;
}
}
}
if(data93.maxAccounts !== undefined){
let data97 = data93.maxAccounts;
if(!(((typeof data97 == "number") && (!(data97 % 1) && !isNaN(data97))) && (isFinite(data97)))){
const err174 = {instancePath:instancePath+"/web/newAccounts/maxAccounts",schemaPath:"#/properties/web/properties/newAccounts/properties/maxAccounts/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.web.properties.newAccounts.properties.maxAccounts.type,parentSchema:schema31.properties.web.properties.newAccounts.properties.maxAccounts,data:data97};
if(vErrors === null){
vErrors = [err174];
}
else {
vErrors.push(err174);
}
errors++;
}
if((typeof data97 == "number") && (isFinite(data97))){
if(data97 < 0 || isNaN(data97)){
const err175 = {instancePath:instancePath+"/web/newAccounts/maxAccounts",schemaPath:"#/properties/web/properties/newAccounts/properties/maxAccounts/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.web.properties.newAccounts.properties.maxAccounts,data:data97};
if(vErrors === null){
vErrors = [err175];
}
else {
vErrors.push(err175);
}
errors++;
}
}
}
}
else {
const err176 = {instancePath:instancePath+"/web/newAccounts",schemaPath:"#/properties/web/properties/newAccounts/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.web.properties.newAccounts.type,parentSchema:schema31.properties.web.properties.newAccounts,data:data93};
if(vErrors === null){
vErrors = [err176];
}
else {
vErrors.push(err176);
}
errors++;
}
}
if(data90.sessionHours !== undefined){
let data98 = data90.sessionHours;
if((typeof data98 == "number") && (isFinite(data98))){
if(data98 <= 0 || isNaN(data98)){
const err177 = {instancePath:instancePath+"/web/sessionHours",schemaPath:"#/properties/web/properties/sessionHours/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema31.properties.web.properties.sessionHours,data:data98};
if(vErrors === null){
vErrors = [err177];
}
else {
vErrors.push(err177);
}
errors++;
}
}
else {
const err178 = {instancePath:instancePath+"/web/sessionHours",schemaPath:"#/properties/web/properties/sessionHours/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.web.properties.sessionHours.type,parentSchema:schema31.properties.web.properties.sessionHours,data:data98};
if(vErrors === null){
vErrors = [err178];
}
else {
vErrors.push(err178);
}
errors++;
}
}
if(data90.idleHours !== undefined){
let data99 = data90.idleHours;
if((typeof data99 == "number") && (isFinite(data99))){
if(data99 <= 0 || isNaN(data99)){
const err179 = {instancePath:instancePath+"/web/idleHours",schemaPath:"#/properties/web/properties/idleHours/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema31.properties.web.properties.idleHours,data:data99};
if(vErrors === null){
vErrors = [err179];
}
else {
vErrors.push(err179);
}
errors++;
}
}
else {
const err180 = {instancePath:instancePath+"/web/idleHours",schemaPath:"#/properties/web/properties/idleHours/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.web.properties.idleHours.type,parentSchema:schema31.properties.web.properties.idleHours,data:data99};
if(vErrors === null){
vErrors = [err180];
}
else {
vErrors.push(err180);
}
errors++;
}
}
if(data90.signInAttempts !== undefined){
let data100 = data90.signInAttempts;
if(!(((typeof data100 == "number") && (!(data100 % 1) && !isNaN(data100))) && (isFinite(data100)))){
const err181 = {instancePath:instancePath+"/web/signInAttempts",schemaPath:"#/properties/web/properties/signInAttempts/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.web.properties.signInAttempts.type,parentSchema:schema31.properties.web.properties.signInAttempts,data:data100};
if(vErrors === null){
vErrors = [err181];
}
else {
vErrors.push(err181);
}
errors++;
}
if((typeof data100 == "number") && (isFinite(data100))){
if(data100 < 1 || isNaN(data100)){
const err182 = {instancePath:instancePath+"/web/signInAttempts",schemaPath:"#/properties/web/properties/signInAttempts/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.web.properties.signInAttempts,data:data100};
if(vErrors === null){
vErrors = [err182];
}
else {
vErrors.push(err182);
}
errors++;
}
}
}
if(data90.signInWindowSeconds !== undefined){
let data101 = data90.signInWindowSeconds;
if((typeof data101 == "number") && (isFinite(data101))){
if(data101 <= 0 || isNaN(data101)){
const err183 = {instancePath:instancePath+"/web/signInWindowSeconds",schemaPath:"#/properties/web/properties/signInWindowSeconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema31.properties.web.properties.signInWindowSeconds,data:data101};
if(vErrors === null){
vErrors = [err183];
}
else {
vErrors.push(err183);
}
errors++;
}
}
else {
const err184 = {instancePath:instancePath+"/web/signInWindowSeconds",schemaPath:"#/properties/web/properties/signInWindowSeconds/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.web.properties.signInWindowSeconds.type,parentSchema:schema31.properties.web.properties.signInWindowSeconds,data:data101};
if(vErrors === null){
vErrors = [err184];
}
else {
vErrors.push(err184);
}
errors++;
}
}
if(data90.passkeys !== undefined){
let data102 = data90.passkeys;
if(typeof data102 !== "boolean"){
const err185 = {instancePath:instancePath+"/web/passkeys",schemaPath:"#/properties/web/properties/passkeys/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema31.properties.web.properties.passkeys.type,parentSchema:schema31.properties.web.properties.passkeys,data:data102};
if(vErrors === null){
vErrors = [err185];
}
else {
vErrors.push(err185);
}
errors++;
}
}
if(data90.demo !== undefined){
let data103 = data90.demo;
if(data103 && typeof data103 == "object" && !Array.isArray(data103)){
for(const key14 in data103){
if(!(((key14 === "enabled") || (key14 === "picturesPerHour")) || (key14 === "uploadBytes"))){
const err186 = {instancePath:instancePath+"/web/demo",schemaPath:"#/properties/web/properties/demo/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key14},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.web.properties.demo,data:data103};
if(vErrors === null){
vErrors = [err186];
}
else {
vErrors.push(err186);
}
errors++;
}
}
if(data103.enabled !== undefined){
let data104 = data103.enabled;
if(typeof data104 !== "boolean"){
const err187 = {instancePath:instancePath+"/web/demo/enabled",schemaPath:"#/properties/web/properties/demo/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema31.properties.web.properties.demo.properties.enabled.type,parentSchema:schema31.properties.web.properties.demo.properties.enabled,data:data104};
if(vErrors === null){
vErrors = [err187];
}
else {
vErrors.push(err187);
}
errors++;
}
}
if(data103.picturesPerHour !== undefined){
let data105 = data103.picturesPerHour;
if(!(((typeof data105 == "number") && (!(data105 % 1) && !isNaN(data105))) && (isFinite(data105)))){
const err188 = {instancePath:instancePath+"/web/demo/picturesPerHour",schemaPath:"#/properties/web/properties/demo/properties/picturesPerHour/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.web.properties.demo.properties.picturesPerHour.type,parentSchema:schema31.properties.web.properties.demo.properties.picturesPerHour,data:data105};
if(vErrors === null){
vErrors = [err188];
}
else {
vErrors.push(err188);
}
errors++;
}
if((typeof data105 == "number") && (isFinite(data105))){
if(data105 < 1 || isNaN(data105)){
const err189 = {instancePath:instancePath+"/web/demo/picturesPerHour",schemaPath:"#/properties/web/properties/demo/properties/picturesPerHour/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.web.properties.demo.properties.picturesPerHour,data:data105};
if(vErrors === null){
vErrors = [err189];
}
else {
vErrors.push(err189);
}
errors++;
}
}
}
if(data103.uploadBytes !== undefined){
let data106 = data103.uploadBytes;
if(!(((typeof data106 == "number") && (!(data106 % 1) && !isNaN(data106))) && (isFinite(data106)))){
const err190 = {instancePath:instancePath+"/web/demo/uploadBytes",schemaPath:"#/properties/web/properties/demo/properties/uploadBytes/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.web.properties.demo.properties.uploadBytes.type,parentSchema:schema31.properties.web.properties.demo.properties.uploadBytes,data:data106};
if(vErrors === null){
vErrors = [err190];
}
else {
vErrors.push(err190);
}
errors++;
}
if((typeof data106 == "number") && (isFinite(data106))){
if(data106 < 1 || isNaN(data106)){
const err191 = {instancePath:instancePath+"/web/demo/uploadBytes",schemaPath:"#/properties/web/properties/demo/properties/uploadBytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.web.properties.demo.properties.uploadBytes,data:data106};
if(vErrors === null){
vErrors = [err191];
}
else {
vErrors.push(err191);
}
errors++;
}
}
}
}
else {
const err192 = {instancePath:instancePath+"/web/demo",schemaPath:"#/properties/web/properties/demo/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.web.properties.demo.type,parentSchema:schema31.properties.web.properties.demo,data:data103};
if(vErrors === null){
vErrors = [err192];
}
else {
vErrors.push(err192);
}
errors++;
}
}
if(data90.maxFiles !== undefined){
let data107 = data90.maxFiles;
if(!(((typeof data107 == "number") && (!(data107 % 1) && !isNaN(data107))) && (isFinite(data107)))){
const err193 = {instancePath:instancePath+"/web/maxFiles",schemaPath:"#/properties/web/properties/maxFiles/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.web.properties.maxFiles.type,parentSchema:schema31.properties.web.properties.maxFiles,data:data107};
if(vErrors === null){
vErrors = [err193];
}
else {
vErrors.push(err193);
}
errors++;
}
if((typeof data107 == "number") && (isFinite(data107))){
if(data107 < 1 || isNaN(data107)){
const err194 = {instancePath:instancePath+"/web/maxFiles",schemaPath:"#/properties/web/properties/maxFiles/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.web.properties.maxFiles,data:data107};
if(vErrors === null){
vErrors = [err194];
}
else {
vErrors.push(err194);
}
errors++;
}
}
}
if(data90.uploadsAtOnce !== undefined){
let data108 = data90.uploadsAtOnce;
if(!(((typeof data108 == "number") && (!(data108 % 1) && !isNaN(data108))) && (isFinite(data108)))){
const err195 = {instancePath:instancePath+"/web/uploadsAtOnce",schemaPath:"#/properties/web/properties/uploadsAtOnce/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.web.properties.uploadsAtOnce.type,parentSchema:schema31.properties.web.properties.uploadsAtOnce,data:data108};
if(vErrors === null){
vErrors = [err195];
}
else {
vErrors.push(err195);
}
errors++;
}
if((typeof data108 == "number") && (isFinite(data108))){
if(data108 < 1 || isNaN(data108)){
const err196 = {instancePath:instancePath+"/web/uploadsAtOnce",schemaPath:"#/properties/web/properties/uploadsAtOnce/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.web.properties.uploadsAtOnce,data:data108};
if(vErrors === null){
vErrors = [err196];
}
else {
vErrors.push(err196);
}
errors++;
}
}
}
if(data90.language !== undefined){
let data109 = data90.language;
if(!(((data109 === "auto") || (data109 === "en")) || (data109 === "de"))){
const err197 = {instancePath:instancePath+"/web/language",schemaPath:"#/properties/web/properties/language/enum",keyword:"enum",params:{allowedValues: schema31.properties.web.properties.language.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.web.properties.language.enum,parentSchema:schema31.properties.web.properties.language,data:data109};
if(vErrors === null){
vErrors = [err197];
}
else {
vErrors.push(err197);
}
errors++;
}
}
}
else {
const err198 = {instancePath:instancePath+"/web",schemaPath:"#/properties/web/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.web.type,parentSchema:schema31.properties.web,data:data90};
if(vErrors === null){
vErrors = [err198];
}
else {
vErrors.push(err198);
}
errors++;
}
}
if(data.storage !== undefined){
let data110 = data.storage;
if(data110 && typeof data110 == "object" && !Array.isArray(data110)){
for(const key15 in data110){
if(!(((((((key15 === "ownCredentials") || (key15 === "objstore")) || (key15 === "cstore")) || (key15 === "deadlineSeconds")) || (key15 === "attempts")) || (key15 === "maxUploads")) || (key15 === "stores"))){
const err199 = {instancePath:instancePath+"/storage",schemaPath:"#/properties/storage/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key15},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.storage,data:data110};
if(vErrors === null){
vErrors = [err199];
}
else {
vErrors.push(err199);
}
errors++;
}
}
if(data110.ownCredentials !== undefined){
let data111 = data110.ownCredentials;
if(typeof data111 !== "boolean"){
const err200 = {instancePath:instancePath+"/storage/ownCredentials",schemaPath:"#/properties/storage/properties/ownCredentials/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema31.properties.storage.properties.ownCredentials.type,parentSchema:schema31.properties.storage.properties.ownCredentials,data:data111};
if(vErrors === null){
vErrors = [err200];
}
else {
vErrors.push(err200);
}
errors++;
}
}
if(data110.objstore !== undefined){
let data112 = data110.objstore;
if(data112 && typeof data112 == "object" && !Array.isArray(data112)){
for(const key16 in data112){
if(!((((key16 === "endpoint") || (key16 === "forcePathStyle")) || (key16 === "regions")) || (key16 === "acls"))){
const err201 = {instancePath:instancePath+"/storage/objstore",schemaPath:"#/properties/storage/properties/objstore/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key16},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.storage.properties.objstore,data:data112};
if(vErrors === null){
vErrors = [err201];
}
else {
vErrors.push(err201);
}
errors++;
}
}
if(data112.endpoint !== undefined){
let data113 = data112.endpoint;
if(typeof data113 === "string"){
if(!pattern7.test(data113)){
const err202 = {instancePath:instancePath+"/storage/objstore/endpoint",schemaPath:"#/properties/storage/properties/objstore/properties/endpoint/pattern",keyword:"pattern",params:{pattern: "^(https?://[^/?#\\s@]+(/[^?#\\s]*)?)?$"},message:"must match pattern \""+"^(https?://[^/?#\\s@]+(/[^?#\\s]*)?)?$"+"\"",schema:"^(https?://[^/?#\\s@]+(/[^?#\\s]*)?)?$",parentSchema:schema31.properties.storage.properties.objstore.properties.endpoint,data:data113};
if(vErrors === null){
vErrors = [err202];
}
else {
vErrors.push(err202);
}
errors++;
}
}
else {
const err203 = {instancePath:instancePath+"/storage/objstore/endpoint",schemaPath:"#/properties/storage/properties/objstore/properties/endpoint/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.storage.properties.objstore.properties.endpoint.type,parentSchema:schema31.properties.storage.properties.objstore.properties.endpoint,data:data113};
if(vErrors === null){
vErrors = [err203];
}
else {
vErrors.push(err203);
}
errors++;
}
}
if(data112.forcePathStyle !== undefined){
let data114 = data112.forcePathStyle;
if(typeof data114 !== "boolean"){
const err204 = {instancePath:instancePath+"/storage/objstore/forcePathStyle",schemaPath:"#/properties/storage/properties/objstore/properties/forcePathStyle/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema31.properties.storage.properties.objstore.properties.forcePathStyle.type,parentSchema:schema31.properties.storage.properties.objstore.properties.forcePathStyle,data:data114};
if(vErrors === null){
vErrors = [err204];
}
else {
vErrors.push(err204);
}
errors++;
}
}
if(data112.regions !== undefined){
let data115 = data112.regions;
if(Array.isArray(data115)){
const len5 = data115.length;
for(let i5=0; i5<len5; i5++){
let data116 = data115[i5];
if(typeof data116 === "string"){
if(!pattern8.test(data116)){
const err205 = {instancePath:instancePath+"/storage/objstore/regions/" + i5,schemaPath:"#/properties/storage/properties/objstore/properties/regions/items/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$",parentSchema:schema31.properties.storage.properties.objstore.properties.regions.items,data:data116};
if(vErrors === null){
vErrors = [err205];
}
else {
vErrors.push(err205);
}
errors++;
}
}
else {
const err206 = {instancePath:instancePath+"/storage/objstore/regions/" + i5,schemaPath:"#/properties/storage/properties/objstore/properties/regions/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.storage.properties.objstore.properties.regions.items.type,parentSchema:schema31.properties.storage.properties.objstore.properties.regions.items,data:data116};
if(vErrors === null){
vErrors = [err206];
}
else {
vErrors.push(err206);
}
errors++;
}
}
}
else {
const err207 = {instancePath:instancePath+"/storage/objstore/regions",schemaPath:"#/properties/storage/properties/objstore/properties/regions/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.storage.properties.objstore.properties.regions.type,parentSchema:schema31.properties.storage.properties.objstore.properties.regions,data:data115};
if(vErrors === null){
vErrors = [err207];
}
else {
vErrors.push(err207);
}
errors++;
}
}
if(data112.acls !== undefined){
let data117 = data112.acls;
if(Array.isArray(data117)){
const len6 = data117.length;
for(let i6=0; i6<len6; i6++){
let data118 = data117[i6];
if(typeof data118 === "string"){
if(func2(data118) < 1){
const err208 = {instancePath:instancePath+"/storage/objstore/acls/" + i6,schemaPath:"#/properties/storage/properties/objstore/properties/acls/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.storage.properties.objstore.properties.acls.items,data:data118};
if(vErrors === null){
vErrors = [err208];
}
else {
vErrors.push(err208);
}
errors++;
}
}
else {
const err209 = {instancePath:instancePath+"/storage/objstore/acls/" + i6,schemaPath:"#/properties/storage/properties/objstore/properties/acls/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.storage.properties.objstore.properties.acls.items.type,parentSchema:schema31.properties.storage.properties.objstore.properties.acls.items,data:data118};
if(vErrors === null){
vErrors = [err209];
}
else {
vErrors.push(err209);
}
errors++;
}
}
}
else {
const err210 = {instancePath:instancePath+"/storage/objstore/acls",schemaPath:"#/properties/storage/properties/objstore/properties/acls/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.storage.properties.objstore.properties.acls.type,parentSchema:schema31.properties.storage.properties.objstore.properties.acls,data:data117};
if(vErrors === null){
vErrors = [err210];
}
else {
vErrors.push(err210);
}
errors++;
}
}
}
else {
const err211 = {instancePath:instancePath+"/storage/objstore",schemaPath:"#/properties/storage/properties/objstore/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.storage.properties.objstore.type,parentSchema:schema31.properties.storage.properties.objstore,data:data112};
if(vErrors === null){
vErrors = [err211];
}
else {
vErrors.push(err211);
}
errors++;
}
}
if(data110.cstore !== undefined){
let data119 = data110.cstore;
if(data119 && typeof data119 == "object" && !Array.isArray(data119)){
for(const key17 in data119){
if(!(key17 === "endpoint")){
const err212 = {instancePath:instancePath+"/storage/cstore",schemaPath:"#/properties/storage/properties/cstore/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key17},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.storage.properties.cstore,data:data119};
if(vErrors === null){
vErrors = [err212];
}
else {
vErrors.push(err212);
}
errors++;
}
}
if(data119.endpoint !== undefined){
let data120 = data119.endpoint;
if(typeof data120 === "string"){
if(func2(data120) < 1){
const err213 = {instancePath:instancePath+"/storage/cstore/endpoint",schemaPath:"#/properties/storage/properties/cstore/properties/endpoint/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.storage.properties.cstore.properties.endpoint,data:data120};
if(vErrors === null){
vErrors = [err213];
}
else {
vErrors.push(err213);
}
errors++;
}
if(!pattern7.test(data120)){
const err214 = {instancePath:instancePath+"/storage/cstore/endpoint",schemaPath:"#/properties/storage/properties/cstore/properties/endpoint/pattern",keyword:"pattern",params:{pattern: "^(https?://[^/?#\\s@]+(/[^?#\\s]*)?)?$"},message:"must match pattern \""+"^(https?://[^/?#\\s@]+(/[^?#\\s]*)?)?$"+"\"",schema:"^(https?://[^/?#\\s@]+(/[^?#\\s]*)?)?$",parentSchema:schema31.properties.storage.properties.cstore.properties.endpoint,data:data120};
if(vErrors === null){
vErrors = [err214];
}
else {
vErrors.push(err214);
}
errors++;
}
}
else {
const err215 = {instancePath:instancePath+"/storage/cstore/endpoint",schemaPath:"#/properties/storage/properties/cstore/properties/endpoint/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.storage.properties.cstore.properties.endpoint.type,parentSchema:schema31.properties.storage.properties.cstore.properties.endpoint,data:data120};
if(vErrors === null){
vErrors = [err215];
}
else {
vErrors.push(err215);
}
errors++;
}
}
}
else {
const err216 = {instancePath:instancePath+"/storage/cstore",schemaPath:"#/properties/storage/properties/cstore/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.storage.properties.cstore.type,parentSchema:schema31.properties.storage.properties.cstore,data:data119};
if(vErrors === null){
vErrors = [err216];
}
else {
vErrors.push(err216);
}
errors++;
}
}
if(data110.deadlineSeconds !== undefined){
let data121 = data110.deadlineSeconds;
if((typeof data121 == "number") && (isFinite(data121))){
if(data121 > 600 || isNaN(data121)){
const err217 = {instancePath:instancePath+"/storage/deadlineSeconds",schemaPath:"#/properties/storage/properties/deadlineSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 600},message:"must be <= 600",schema:600,parentSchema:schema31.properties.storage.properties.deadlineSeconds,data:data121};
if(vErrors === null){
vErrors = [err217];
}
else {
vErrors.push(err217);
}
errors++;
}
if(data121 <= 0 || isNaN(data121)){
const err218 = {instancePath:instancePath+"/storage/deadlineSeconds",schemaPath:"#/properties/storage/properties/deadlineSeconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema31.properties.storage.properties.deadlineSeconds,data:data121};
if(vErrors === null){
vErrors = [err218];
}
else {
vErrors.push(err218);
}
errors++;
}
}
else {
const err219 = {instancePath:instancePath+"/storage/deadlineSeconds",schemaPath:"#/properties/storage/properties/deadlineSeconds/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.storage.properties.deadlineSeconds.type,parentSchema:schema31.properties.storage.properties.deadlineSeconds,data:data121};
if(vErrors === null){
vErrors = [err219];
}
else {
vErrors.push(err219);
}
errors++;
}
}
if(data110.attempts !== undefined){
let data122 = data110.attempts;
if(!(((typeof data122 == "number") && (!(data122 % 1) && !isNaN(data122))) && (isFinite(data122)))){
const err220 = {instancePath:instancePath+"/storage/attempts",schemaPath:"#/properties/storage/properties/attempts/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.storage.properties.attempts.type,parentSchema:schema31.properties.storage.properties.attempts,data:data122};
if(vErrors === null){
vErrors = [err220];
}
else {
vErrors.push(err220);
}
errors++;
}
if((typeof data122 == "number") && (isFinite(data122))){
if(data122 > 10 || isNaN(data122)){
const err221 = {instancePath:instancePath+"/storage/attempts",schemaPath:"#/properties/storage/properties/attempts/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10},message:"must be <= 10",schema:10,parentSchema:schema31.properties.storage.properties.attempts,data:data122};
if(vErrors === null){
vErrors = [err221];
}
else {
vErrors.push(err221);
}
errors++;
}
if(data122 < 1 || isNaN(data122)){
const err222 = {instancePath:instancePath+"/storage/attempts",schemaPath:"#/properties/storage/properties/attempts/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.storage.properties.attempts,data:data122};
if(vErrors === null){
vErrors = [err222];
}
else {
vErrors.push(err222);
}
errors++;
}
}
}
if(data110.maxUploads !== undefined){
let data123 = data110.maxUploads;
if(!(((typeof data123 == "number") && (!(data123 % 1) && !isNaN(data123))) && (isFinite(data123)))){
const err223 = {instancePath:instancePath+"/storage/maxUploads",schemaPath:"#/properties/storage/properties/maxUploads/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.storage.properties.maxUploads.type,parentSchema:schema31.properties.storage.properties.maxUploads,data:data123};
if(vErrors === null){
vErrors = [err223];
}
else {
vErrors.push(err223);
}
errors++;
}
if((typeof data123 == "number") && (isFinite(data123))){
if(data123 < 1 || isNaN(data123)){
const err224 = {instancePath:instancePath+"/storage/maxUploads",schemaPath:"#/properties/storage/properties/maxUploads/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.storage.properties.maxUploads,data:data123};
if(vErrors === null){
vErrors = [err224];
}
else {
vErrors.push(err224);
}
errors++;
}
}
}
if(data110.stores !== undefined){
let data124 = data110.stores;
if(data124 && typeof data124 == "object" && !Array.isArray(data124)){
for(const key18 in data124){
const _errs264 = errors;
if(typeof key18 === "string"){
if(!pattern13.test(key18)){
const err225 = {instancePath:instancePath+"/storage/stores",schemaPath:"#/properties/storage/properties/stores/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$"},message:"must match pattern \""+"^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$"+"\"",schema:"^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$",parentSchema:schema31.properties.storage.properties.stores.propertyNames,data:key18,propertyName:key18};
if(vErrors === null){
vErrors = [err225];
}
else {
vErrors.push(err225);
}
errors++;
}
}
var valid32 = _errs264 === errors;
if(!valid32){
const err226 = {instancePath:instancePath+"/storage/stores",schemaPath:"#/properties/storage/properties/stores/propertyNames",keyword:"propertyNames",params:{propertyName: key18},message:"property name must be valid",schema:schema31.properties.storage.properties.stores.propertyNames,parentSchema:schema31.properties.storage.properties.stores,data:data124};
if(vErrors === null){
vErrors = [err226];
}
else {
vErrors.push(err226);
}
errors++;
}
}
for(const key19 in data124){
if(!(validate21(data124[key19], {instancePath:instancePath+"/storage/stores/" + key19.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data124,parentDataProperty:key19,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors);
errors = vErrors.length;
}
}
}
else {
const err227 = {instancePath:instancePath+"/storage/stores",schemaPath:"#/properties/storage/properties/stores/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.storage.properties.stores.type,parentSchema:schema31.properties.storage.properties.stores,data:data124};
if(vErrors === null){
vErrors = [err227];
}
else {
vErrors.push(err227);
}
errors++;
}
}
}
else {
const err228 = {instancePath:instancePath+"/storage",schemaPath:"#/properties/storage/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.storage.type,parentSchema:schema31.properties.storage,data:data110};
if(vErrors === null){
vErrors = [err228];
}
else {
vErrors.push(err228);
}
errors++;
}
}
if(data.shutdown !== undefined){
let data126 = data.shutdown;
if(data126 && typeof data126 == "object" && !Array.isArray(data126)){
for(const key20 in data126){
if(!((key20 === "drainSeconds") || (key20 === "graceSeconds"))){
const err229 = {instancePath:instancePath+"/shutdown",schemaPath:"#/properties/shutdown/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key20},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.shutdown,data:data126};
if(vErrors === null){
vErrors = [err229];
}
else {
vErrors.push(err229);
}
errors++;
}
}
if(data126.drainSeconds !== undefined){
let data127 = data126.drainSeconds;
if((typeof data127 == "number") && (isFinite(data127))){
if(data127 < 0 || isNaN(data127)){
const err230 = {instancePath:instancePath+"/shutdown/drainSeconds",schemaPath:"#/properties/shutdown/properties/drainSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.shutdown.properties.drainSeconds,data:data127};
if(vErrors === null){
vErrors = [err230];
}
else {
vErrors.push(err230);
}
errors++;
}
}
else {
const err231 = {instancePath:instancePath+"/shutdown/drainSeconds",schemaPath:"#/properties/shutdown/properties/drainSeconds/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.shutdown.properties.drainSeconds.type,parentSchema:schema31.properties.shutdown.properties.drainSeconds,data:data127};
if(vErrors === null){
vErrors = [err231];
}
else {
vErrors.push(err231);
}
errors++;
}
}
if(data126.graceSeconds !== undefined){
let data128 = data126.graceSeconds;
if((typeof data128 == "number") && (isFinite(data128))){
if(data128 < 0 || isNaN(data128)){
const err232 = {instancePath:instancePath+"/shutdown/graceSeconds",schemaPath:"#/properties/shutdown/properties/graceSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.shutdown.properties.graceSeconds,data:data128};
if(vErrors === null){
vErrors = [err232];
}
else {
vErrors.push(err232);
}
errors++;
}
}
else {
const err233 = {instancePath:instancePath+"/shutdown/graceSeconds",schemaPath:"#/properties/shutdown/properties/graceSeconds/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.shutdown.properties.graceSeconds.type,parentSchema:schema31.properties.shutdown.properties.graceSeconds,data:data128};
if(vErrors === null){
vErrors = [err233];
}
else {
vErrors.push(err233);
}
errors++;
}
}
}
else {
const err234 = {instancePath:instancePath+"/shutdown",schemaPath:"#/properties/shutdown/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.shutdown.type,parentSchema:schema31.properties.shutdown,data:data126};
if(vErrors === null){
vErrors = [err234];
}
else {
vErrors.push(err234);
}
errors++;
}
}
if(data.log !== undefined){
let data129 = data.log;
if(data129 && typeof data129 == "object" && !Array.isArray(data129)){
for(const key21 in data129){
if(!((key21 === "level") || (key21 === "format"))){
const err235 = {instancePath:instancePath+"/log",schemaPath:"#/properties/log/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key21},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.log,data:data129};
if(vErrors === null){
vErrors = [err235];
}
else {
vErrors.push(err235);
}
errors++;
}
}
if(data129.level !== undefined){
let data130 = data129.level;
if(!(((((data130 === "debug") || (data130 === "info")) || (data130 === "warn")) || (data130 === "error")) || (data130 === "silent"))){
const err236 = {instancePath:instancePath+"/log/level",schemaPath:"#/properties/log/properties/level/enum",keyword:"enum",params:{allowedValues: schema31.properties.log.properties.level.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.log.properties.level.enum,parentSchema:schema31.properties.log.properties.level,data:data130};
if(vErrors === null){
vErrors = [err236];
}
else {
vErrors.push(err236);
}
errors++;
}
}
if(data129.format !== undefined){
let data131 = data129.format;
if(!(((data131 === "auto") || (data131 === "json")) || (data131 === "pretty"))){
const err237 = {instancePath:instancePath+"/log/format",schemaPath:"#/properties/log/properties/format/enum",keyword:"enum",params:{allowedValues: schema31.properties.log.properties.format.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.log.properties.format.enum,parentSchema:schema31.properties.log.properties.format,data:data131};
if(vErrors === null){
vErrors = [err237];
}
else {
vErrors.push(err237);
}
errors++;
}
}
}
else {
const err238 = {instancePath:instancePath+"/log",schemaPath:"#/properties/log/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.log.type,parentSchema:schema31.properties.log,data:data129};
if(vErrors === null){
vErrors = [err238];
}
else {
vErrors.push(err238);
}
errors++;
}
}
if(data.tracing !== undefined){
let data132 = data.tracing;
if(data132 && typeof data132 == "object" && !Array.isArray(data132)){
for(const key22 in data132){
if(!(((key22 === "address") || (key22 === "sampleRatio")) || (key22 === "trustParent"))){
const err239 = {instancePath:instancePath+"/tracing",schemaPath:"#/properties/tracing/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key22},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.tracing,data:data132};
if(vErrors === null){
vErrors = [err239];
}
else {
vErrors.push(err239);
}
errors++;
}
}
if(data132.address !== undefined){
let data133 = data132.address;
if(typeof data133 === "string"){
if(!pattern18.test(data133)){
const err240 = {instancePath:instancePath+"/tracing/address",schemaPath:"#/properties/tracing/properties/address/pattern",keyword:"pattern",params:{pattern: "^(https?://[^\\s@?#]+)?$"},message:"must match pattern \""+"^(https?://[^\\s@?#]+)?$"+"\"",schema:"^(https?://[^\\s@?#]+)?$",parentSchema:schema31.properties.tracing.properties.address,data:data133};
if(vErrors === null){
vErrors = [err240];
}
else {
vErrors.push(err240);
}
errors++;
}
}
else {
const err241 = {instancePath:instancePath+"/tracing/address",schemaPath:"#/properties/tracing/properties/address/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.tracing.properties.address.type,parentSchema:schema31.properties.tracing.properties.address,data:data133};
if(vErrors === null){
vErrors = [err241];
}
else {
vErrors.push(err241);
}
errors++;
}
}
if(data132.sampleRatio !== undefined){
let data134 = data132.sampleRatio;
if((typeof data134 == "number") && (isFinite(data134))){
if(data134 > 1 || isNaN(data134)){
const err242 = {instancePath:instancePath+"/tracing/sampleRatio",schemaPath:"#/properties/tracing/properties/sampleRatio/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1},message:"must be <= 1",schema:1,parentSchema:schema31.properties.tracing.properties.sampleRatio,data:data134};
if(vErrors === null){
vErrors = [err242];
}
else {
vErrors.push(err242);
}
errors++;
}
if(data134 < 0 || isNaN(data134)){
const err243 = {instancePath:instancePath+"/tracing/sampleRatio",schemaPath:"#/properties/tracing/properties/sampleRatio/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.tracing.properties.sampleRatio,data:data134};
if(vErrors === null){
vErrors = [err243];
}
else {
vErrors.push(err243);
}
errors++;
}
}
else {
const err244 = {instancePath:instancePath+"/tracing/sampleRatio",schemaPath:"#/properties/tracing/properties/sampleRatio/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.tracing.properties.sampleRatio.type,parentSchema:schema31.properties.tracing.properties.sampleRatio,data:data134};
if(vErrors === null){
vErrors = [err244];
}
else {
vErrors.push(err244);
}
errors++;
}
}
if(data132.trustParent !== undefined){
let data135 = data132.trustParent;
if(typeof data135 !== "boolean"){
const err245 = {instancePath:instancePath+"/tracing/trustParent",schemaPath:"#/properties/tracing/properties/trustParent/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema31.properties.tracing.properties.trustParent.type,parentSchema:schema31.properties.tracing.properties.trustParent,data:data135};
if(vErrors === null){
vErrors = [err245];
}
else {
vErrors.push(err245);
}
errors++;
}
}
}
else {
const err246 = {instancePath:instancePath+"/tracing",schemaPath:"#/properties/tracing/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.tracing.type,parentSchema:schema31.properties.tracing,data:data132};
if(vErrors === null){
vErrors = [err246];
}
else {
vErrors.push(err246);
}
errors++;
}
}
if(data.quality !== undefined){
let data136 = data.quality;
if(data136 && typeof data136 == "object" && !Array.isArray(data136)){
for(const key23 in data136){
if(!(func1.call(schema31.properties.quality.properties, key23))){
const err247 = {instancePath:instancePath+"/quality",schemaPath:"#/properties/quality/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key23},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.quality,data:data136};
if(vErrors === null){
vErrors = [err247];
}
else {
vErrors.push(err247);
}
errors++;
}
}
if(data136.mode !== undefined){
let data137 = data136.mode;
if(!((data137 === "adaptive") || (data137 === "fixed"))){
const err248 = {instancePath:instancePath+"/quality/mode",schemaPath:"#/properties/quality/properties/mode/enum",keyword:"enum",params:{allowedValues: schema31.properties.quality.properties.mode.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.quality.properties.mode.enum,parentSchema:schema31.properties.quality.properties.mode,data:data137};
if(vErrors === null){
vErrors = [err248];
}
else {
vErrors.push(err248);
}
errors++;
}
}
if(data136.effort !== undefined){
let data138 = data136.effort;
if(!(((data138 === "fast") || (data138 === "balanced")) || (data138 === "best"))){
const err249 = {instancePath:instancePath+"/quality/effort",schemaPath:"#/properties/quality/properties/effort/enum",keyword:"enum",params:{allowedValues: schema31.properties.quality.properties.effort.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.quality.properties.effort.enum,parentSchema:schema31.properties.quality.properties.effort,data:data138};
if(vErrors === null){
vErrors = [err249];
}
else {
vErrors.push(err249);
}
errors++;
}
}
if(data136.preset !== undefined){
let data139 = data136.preset;
if(!(((data139 === "archive") || (data139 === "high")) || (data139 === "compact"))){
const err250 = {instancePath:instancePath+"/quality/preset",schemaPath:"#/properties/quality/properties/preset/enum",keyword:"enum",params:{allowedValues: schema31.properties.quality.properties.preset.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.quality.properties.preset.enum,parentSchema:schema31.properties.quality.properties.preset,data:data139};
if(vErrors === null){
vErrors = [err250];
}
else {
vErrors.push(err250);
}
errors++;
}
}
if(data136.target !== undefined){
let data140 = data136.target;
if((typeof data140 == "number") && (isFinite(data140))){
if(data140 > 95 || isNaN(data140)){
const err251 = {instancePath:instancePath+"/quality/target",schemaPath:"#/properties/quality/properties/target/maximum",keyword:"maximum",params:{comparison: "<=", limit: 95},message:"must be <= 95",schema:95,parentSchema:schema31.properties.quality.properties.target,data:data140};
if(vErrors === null){
vErrors = [err251];
}
else {
vErrors.push(err251);
}
errors++;
}
if(data140 < 30 || isNaN(data140)){
const err252 = {instancePath:instancePath+"/quality/target",schemaPath:"#/properties/quality/properties/target/minimum",keyword:"minimum",params:{comparison: ">=", limit: 30},message:"must be >= 30",schema:30,parentSchema:schema31.properties.quality.properties.target,data:data140};
if(vErrors === null){
vErrors = [err252];
}
else {
vErrors.push(err252);
}
errors++;
}
}
else {
const err253 = {instancePath:instancePath+"/quality/target",schemaPath:"#/properties/quality/properties/target/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.quality.properties.target.type,parentSchema:schema31.properties.quality.properties.target,data:data140};
if(vErrors === null){
vErrors = [err253];
}
else {
vErrors.push(err253);
}
errors++;
}
}
if(data136.min !== undefined){
let data141 = data136.min;
if((typeof data141 == "number") && (isFinite(data141))){
if(data141 > 95 || isNaN(data141)){
const err254 = {instancePath:instancePath+"/quality/min",schemaPath:"#/properties/quality/properties/min/maximum",keyword:"maximum",params:{comparison: "<=", limit: 95},message:"must be <= 95",schema:95,parentSchema:schema31.properties.quality.properties.min,data:data141};
if(vErrors === null){
vErrors = [err254];
}
else {
vErrors.push(err254);
}
errors++;
}
if(data141 < 0 || isNaN(data141)){
const err255 = {instancePath:instancePath+"/quality/min",schemaPath:"#/properties/quality/properties/min/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.quality.properties.min,data:data141};
if(vErrors === null){
vErrors = [err255];
}
else {
vErrors.push(err255);
}
errors++;
}
}
else {
const err256 = {instancePath:instancePath+"/quality/min",schemaPath:"#/properties/quality/properties/min/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.quality.properties.min.type,parentSchema:schema31.properties.quality.properties.min,data:data141};
if(vErrors === null){
vErrors = [err256];
}
else {
vErrors.push(err256);
}
errors++;
}
}
if(data136.max !== undefined){
let data142 = data136.max;
if((!((typeof data142 == "number") && (isFinite(data142)))) && (data142 !== null)){
const err257 = {instancePath:instancePath+"/quality/max",schemaPath:"#/properties/quality/properties/max/type",keyword:"type",params:{type: schema31.properties.quality.properties.max.type},message:"must be number,null",schema:schema31.properties.quality.properties.max.type,parentSchema:schema31.properties.quality.properties.max,data:data142};
if(vErrors === null){
vErrors = [err257];
}
else {
vErrors.push(err257);
}
errors++;
}
if((typeof data142 == "number") && (isFinite(data142))){
if(data142 > 100 || isNaN(data142)){
const err258 = {instancePath:instancePath+"/quality/max",schemaPath:"#/properties/quality/properties/max/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100",schema:100,parentSchema:schema31.properties.quality.properties.max,data:data142};
if(vErrors === null){
vErrors = [err258];
}
else {
vErrors.push(err258);
}
errors++;
}
if(data142 < 30 || isNaN(data142)){
const err259 = {instancePath:instancePath+"/quality/max",schemaPath:"#/properties/quality/properties/max/minimum",keyword:"minimum",params:{comparison: ">=", limit: 30},message:"must be >= 30",schema:30,parentSchema:schema31.properties.quality.properties.max,data:data142};
if(vErrors === null){
vErrors = [err259];
}
else {
vErrors.push(err259);
}
errors++;
}
}
}
if(data136.trials !== undefined){
let data143 = data136.trials;
if(!(((typeof data143 == "number") && (!(data143 % 1) && !isNaN(data143))) && (isFinite(data143)))){
const err260 = {instancePath:instancePath+"/quality/trials",schemaPath:"#/properties/quality/properties/trials/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.quality.properties.trials.type,parentSchema:schema31.properties.quality.properties.trials,data:data143};
if(vErrors === null){
vErrors = [err260];
}
else {
vErrors.push(err260);
}
errors++;
}
if((typeof data143 == "number") && (isFinite(data143))){
if(data143 > 12 || isNaN(data143)){
const err261 = {instancePath:instancePath+"/quality/trials",schemaPath:"#/properties/quality/properties/trials/maximum",keyword:"maximum",params:{comparison: "<=", limit: 12},message:"must be <= 12",schema:12,parentSchema:schema31.properties.quality.properties.trials,data:data143};
if(vErrors === null){
vErrors = [err261];
}
else {
vErrors.push(err261);
}
errors++;
}
if(data143 < 1 || isNaN(data143)){
const err262 = {instancePath:instancePath+"/quality/trials",schemaPath:"#/properties/quality/properties/trials/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.quality.properties.trials,data:data143};
if(vErrors === null){
vErrors = [err262];
}
else {
vErrors.push(err262);
}
errors++;
}
}
}
if(data136.budget !== undefined){
let data144 = data136.budget;
if((typeof data144 == "number") && (isFinite(data144))){
if(data144 <= 0 || isNaN(data144)){
const err263 = {instancePath:instancePath+"/quality/budget",schemaPath:"#/properties/quality/properties/budget/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema31.properties.quality.properties.budget,data:data144};
if(vErrors === null){
vErrors = [err263];
}
else {
vErrors.push(err263);
}
errors++;
}
}
else {
const err264 = {instancePath:instancePath+"/quality/budget",schemaPath:"#/properties/quality/properties/budget/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.quality.properties.budget.type,parentSchema:schema31.properties.quality.properties.budget,data:data144};
if(vErrors === null){
vErrors = [err264];
}
else {
vErrors.push(err264);
}
errors++;
}
}
if(data136.paletteBudget !== undefined){
let data145 = data136.paletteBudget;
if((typeof data145 == "number") && (isFinite(data145))){
if(data145 <= 0 || isNaN(data145)){
const err265 = {instancePath:instancePath+"/quality/paletteBudget",schemaPath:"#/properties/quality/properties/paletteBudget/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema31.properties.quality.properties.paletteBudget,data:data145};
if(vErrors === null){
vErrors = [err265];
}
else {
vErrors.push(err265);
}
errors++;
}
}
else {
const err266 = {instancePath:instancePath+"/quality/paletteBudget",schemaPath:"#/properties/quality/properties/paletteBudget/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.quality.properties.paletteBudget.type,parentSchema:schema31.properties.quality.properties.paletteBudget,data:data145};
if(vErrors === null){
vErrors = [err266];
}
else {
vErrors.push(err266);
}
errors++;
}
}
}
else {
const err267 = {instancePath:instancePath+"/quality",schemaPath:"#/properties/quality/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.quality.type,parentSchema:schema31.properties.quality,data:data136};
if(vErrors === null){
vErrors = [err267];
}
else {
vErrors.push(err267);
}
errors++;
}
}
if(data.decoders !== undefined){
let data146 = data.decoders;
if(data146 && typeof data146 == "object" && !Array.isArray(data146)){
for(const key24 in data146){
const _errs308 = errors;
if(typeof key24 === "string"){
if(!pattern19.test(key24)){
const err268 = {instancePath:instancePath+"/decoders",schemaPath:"#/properties/decoders/propertyNames/pattern",keyword:"pattern",params:{pattern: "^image/[a-z0-9.+-]+$"},message:"must match pattern \""+"^image/[a-z0-9.+-]+$"+"\"",schema:"^image/[a-z0-9.+-]+$",parentSchema:schema31.properties.decoders.propertyNames,data:key24,propertyName:key24};
if(vErrors === null){
vErrors = [err268];
}
else {
vErrors.push(err268);
}
errors++;
}
}
var valid38 = _errs308 === errors;
if(!valid38){
const err269 = {instancePath:instancePath+"/decoders",schemaPath:"#/properties/decoders/propertyNames",keyword:"propertyNames",params:{propertyName: key24},message:"property name must be valid",schema:schema31.properties.decoders.propertyNames,parentSchema:schema31.properties.decoders,data:data146};
if(vErrors === null){
vErrors = [err269];
}
else {
vErrors.push(err269);
}
errors++;
}
}
for(const key25 in data146){
let data147 = data146[key25];
const _errs311 = errors;
let valid40 = false;
const _errs312 = errors;
if(data147 && typeof data147 == "object" && !Array.isArray(data147)){
if(data147.command === undefined){
const err270 = {instancePath:instancePath+"/decoders/" + key25.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/decoder/required",keyword:"required",params:{missingProperty: "command"},message:"must have required property '"+"command"+"'",schema:schema36.required,parentSchema:schema36,data:data147};
if(vErrors === null){
vErrors = [err270];
}
else {
vErrors.push(err270);
}
errors++;
}
for(const key26 in data147){
if(!((((((key26 === "command") || (key26 === "deepCommand")) || (key26 === "planesCommand")) || (key26 === "writes")) || (key26 === "warns")) || (key26 === "version"))){
const err271 = {instancePath:instancePath+"/decoders/" + key25.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/decoder/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key26},message:"must NOT have additional properties",schema:false,parentSchema:schema36,data:data147};
if(vErrors === null){
vErrors = [err271];
}
else {
vErrors.push(err271);
}
errors++;
}
}
if(data147.command !== undefined){
let data148 = data147.command;
if(Array.isArray(data148)){
if(data148.length < 1){
const err272 = {instancePath:instancePath+"/decoders/" + key25.replace(/~/g, "~0").replace(/\//g, "~1")+"/command",schemaPath:"#/$defs/decoder/properties/command/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema36.properties.command,data:data148};
if(vErrors === null){
vErrors = [err272];
}
else {
vErrors.push(err272);
}
errors++;
}
const len7 = data148.length;
for(let i7=0; i7<len7; i7++){
let data149 = data148[i7];
if(typeof data149 !== "string"){
const err273 = {instancePath:instancePath+"/decoders/" + key25.replace(/~/g, "~0").replace(/\//g, "~1")+"/command/" + i7,schemaPath:"#/$defs/decoder/properties/command/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema36.properties.command.items.type,parentSchema:schema36.properties.command.items,data:data149};
if(vErrors === null){
vErrors = [err273];
}
else {
vErrors.push(err273);
}
errors++;
}
}
}
else {
const err274 = {instancePath:instancePath+"/decoders/" + key25.replace(/~/g, "~0").replace(/\//g, "~1")+"/command",schemaPath:"#/$defs/decoder/properties/command/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema36.properties.command.type,parentSchema:schema36.properties.command,data:data148};
if(vErrors === null){
vErrors = [err274];
}
else {
vErrors.push(err274);
}
errors++;
}
}
if(data147.deepCommand !== undefined){
let data150 = data147.deepCommand;
if(Array.isArray(data150)){
if(data150.length < 1){
const err275 = {instancePath:instancePath+"/decoders/" + key25.replace(/~/g, "~0").replace(/\//g, "~1")+"/deepCommand",schemaPath:"#/$defs/decoder/properties/deepCommand/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema36.properties.deepCommand,data:data150};
if(vErrors === null){
vErrors = [err275];
}
else {
vErrors.push(err275);
}
errors++;
}
const len8 = data150.length;
for(let i8=0; i8<len8; i8++){
let data151 = data150[i8];
if(typeof data151 !== "string"){
const err276 = {instancePath:instancePath+"/decoders/" + key25.replace(/~/g, "~0").replace(/\//g, "~1")+"/deepCommand/" + i8,schemaPath:"#/$defs/decoder/properties/deepCommand/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema36.properties.deepCommand.items.type,parentSchema:schema36.properties.deepCommand.items,data:data151};
if(vErrors === null){
vErrors = [err276];
}
else {
vErrors.push(err276);
}
errors++;
}
}
}
else {
const err277 = {instancePath:instancePath+"/decoders/" + key25.replace(/~/g, "~0").replace(/\//g, "~1")+"/deepCommand",schemaPath:"#/$defs/decoder/properties/deepCommand/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema36.properties.deepCommand.type,parentSchema:schema36.properties.deepCommand,data:data150};
if(vErrors === null){
vErrors = [err277];
}
else {
vErrors.push(err277);
}
errors++;
}
}
if(data147.planesCommand !== undefined){
let data152 = data147.planesCommand;
if(Array.isArray(data152)){
if(data152.length < 1){
const err278 = {instancePath:instancePath+"/decoders/" + key25.replace(/~/g, "~0").replace(/\//g, "~1")+"/planesCommand",schemaPath:"#/$defs/decoder/properties/planesCommand/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema36.properties.planesCommand,data:data152};
if(vErrors === null){
vErrors = [err278];
}
else {
vErrors.push(err278);
}
errors++;
}
const len9 = data152.length;
for(let i9=0; i9<len9; i9++){
let data153 = data152[i9];
if(typeof data153 !== "string"){
const err279 = {instancePath:instancePath+"/decoders/" + key25.replace(/~/g, "~0").replace(/\//g, "~1")+"/planesCommand/" + i9,schemaPath:"#/$defs/decoder/properties/planesCommand/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema36.properties.planesCommand.items.type,parentSchema:schema36.properties.planesCommand.items,data:data153};
if(vErrors === null){
vErrors = [err279];
}
else {
vErrors.push(err279);
}
errors++;
}
}
}
else {
const err280 = {instancePath:instancePath+"/decoders/" + key25.replace(/~/g, "~0").replace(/\//g, "~1")+"/planesCommand",schemaPath:"#/$defs/decoder/properties/planesCommand/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema36.properties.planesCommand.type,parentSchema:schema36.properties.planesCommand,data:data152};
if(vErrors === null){
vErrors = [err280];
}
else {
vErrors.push(err280);
}
errors++;
}
}
if(data147.writes !== undefined){
let data154 = data147.writes;
if(!((data154 === "image/x-portable-pixmap") || (data154 === "image/png"))){
const err281 = {instancePath:instancePath+"/decoders/" + key25.replace(/~/g, "~0").replace(/\//g, "~1")+"/writes",schemaPath:"#/$defs/decoder/properties/writes/enum",keyword:"enum",params:{allowedValues: schema36.properties.writes.enum},message:"must be equal to one of the allowed values",schema:schema36.properties.writes.enum,parentSchema:schema36.properties.writes,data:data154};
if(vErrors === null){
vErrors = [err281];
}
else {
vErrors.push(err281);
}
errors++;
}
}
if(data147.warns !== undefined){
let data155 = data147.warns;
if(Array.isArray(data155)){
const len10 = data155.length;
for(let i10=0; i10<len10; i10++){
let data156 = data155[i10];
if(!(((typeof data156 == "number") && (!(data156 % 1) && !isNaN(data156))) && (isFinite(data156)))){
const err282 = {instancePath:instancePath+"/decoders/" + key25.replace(/~/g, "~0").replace(/\//g, "~1")+"/warns/" + i10,schemaPath:"#/$defs/decoder/properties/warns/items/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema36.properties.warns.items.type,parentSchema:schema36.properties.warns.items,data:data156};
if(vErrors === null){
vErrors = [err282];
}
else {
vErrors.push(err282);
}
errors++;
}
if((typeof data156 == "number") && (isFinite(data156))){
if(data156 > 255 || isNaN(data156)){
const err283 = {instancePath:instancePath+"/decoders/" + key25.replace(/~/g, "~0").replace(/\//g, "~1")+"/warns/" + i10,schemaPath:"#/$defs/decoder/properties/warns/items/maximum",keyword:"maximum",params:{comparison: "<=", limit: 255},message:"must be <= 255",schema:255,parentSchema:schema36.properties.warns.items,data:data156};
if(vErrors === null){
vErrors = [err283];
}
else {
vErrors.push(err283);
}
errors++;
}
if(data156 < 1 || isNaN(data156)){
const err284 = {instancePath:instancePath+"/decoders/" + key25.replace(/~/g, "~0").replace(/\//g, "~1")+"/warns/" + i10,schemaPath:"#/$defs/decoder/properties/warns/items/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema36.properties.warns.items,data:data156};
if(vErrors === null){
vErrors = [err284];
}
else {
vErrors.push(err284);
}
errors++;
}
}
}
}
else {
const err285 = {instancePath:instancePath+"/decoders/" + key25.replace(/~/g, "~0").replace(/\//g, "~1")+"/warns",schemaPath:"#/$defs/decoder/properties/warns/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema36.properties.warns.type,parentSchema:schema36.properties.warns,data:data155};
if(vErrors === null){
vErrors = [err285];
}
else {
vErrors.push(err285);
}
errors++;
}
}
if(data147.version !== undefined){
let data157 = data147.version;
if(Array.isArray(data157)){
const len11 = data157.length;
for(let i11=0; i11<len11; i11++){
let data158 = data157[i11];
if(typeof data158 !== "string"){
const err286 = {instancePath:instancePath+"/decoders/" + key25.replace(/~/g, "~0").replace(/\//g, "~1")+"/version/" + i11,schemaPath:"#/$defs/decoder/properties/version/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema36.properties.version.items.type,parentSchema:schema36.properties.version.items,data:data158};
if(vErrors === null){
vErrors = [err286];
}
else {
vErrors.push(err286);
}
errors++;
}
}
}
else {
const err287 = {instancePath:instancePath+"/decoders/" + key25.replace(/~/g, "~0").replace(/\//g, "~1")+"/version",schemaPath:"#/$defs/decoder/properties/version/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema36.properties.version.type,parentSchema:schema36.properties.version,data:data157};
if(vErrors === null){
vErrors = [err287];
}
else {
vErrors.push(err287);
}
errors++;
}
}
}
else {
const err288 = {instancePath:instancePath+"/decoders/" + key25.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/decoder/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema36.type,parentSchema:schema36,data:data147};
if(vErrors === null){
vErrors = [err288];
}
else {
vErrors.push(err288);
}
errors++;
}
var _valid0 = _errs312 === errors;
valid40 = valid40 || _valid0;
const _errs337 = errors;
if(data147 !== null){
const err289 = {instancePath:instancePath+"/decoders/" + key25.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/decoders/additionalProperties/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null",schema:schema31.properties.decoders.additionalProperties.anyOf[1].type,parentSchema:schema31.properties.decoders.additionalProperties.anyOf[1],data:data147};
if(vErrors === null){
vErrors = [err289];
}
else {
vErrors.push(err289);
}
errors++;
}
var _valid0 = _errs337 === errors;
valid40 = valid40 || _valid0;
if(!valid40){
const err290 = {instancePath:instancePath+"/decoders/" + key25.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/decoders/additionalProperties/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema31.properties.decoders.additionalProperties.anyOf,parentSchema:schema31.properties.decoders.additionalProperties,data:data147};
if(vErrors === null){
vErrors = [err290];
}
else {
vErrors.push(err290);
}
errors++;
}
else {
errors = _errs311;
if(vErrors !== null){
if(_errs311){
vErrors.length = _errs311;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err291 = {instancePath:instancePath+"/decoders",schemaPath:"#/properties/decoders/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.decoders.type,parentSchema:schema31.properties.decoders,data:data146};
if(vErrors === null){
vErrors = [err291];
}
else {
vErrors.push(err291);
}
errors++;
}
}
if(data.encoders !== undefined){
let data159 = data.encoders;
if(data159 && typeof data159 == "object" && !Array.isArray(data159)){
for(const key27 in data159){
const _errs341 = errors;
if(typeof key27 === "string"){
if(!pattern20.test(key27)){
const err292 = {instancePath:instancePath+"/encoders",schemaPath:"#/properties/encoders/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9][a-z0-9-]*$"},message:"must match pattern \""+"^[a-z0-9][a-z0-9-]*$"+"\"",schema:"^[a-z0-9][a-z0-9-]*$",parentSchema:schema31.properties.encoders.propertyNames,data:key27,propertyName:key27};
if(vErrors === null){
vErrors = [err292];
}
else {
vErrors.push(err292);
}
errors++;
}
}
var valid53 = _errs341 === errors;
if(!valid53){
const err293 = {instancePath:instancePath+"/encoders",schemaPath:"#/properties/encoders/propertyNames",keyword:"propertyNames",params:{propertyName: key27},message:"property name must be valid",schema:schema31.properties.encoders.propertyNames,parentSchema:schema31.properties.encoders,data:data159};
if(vErrors === null){
vErrors = [err293];
}
else {
vErrors.push(err293);
}
errors++;
}
}
for(const key28 in data159){
let data160 = data159[key28];
const _errs344 = errors;
let valid55 = false;
const _errs345 = errors;
if(!(validate23(data160, {instancePath:instancePath+"/encoders/" + key28.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data159,parentDataProperty:key28,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate23.errors : vErrors.concat(validate23.errors);
errors = vErrors.length;
}
var _valid1 = _errs345 === errors;
valid55 = valid55 || _valid1;
const _errs346 = errors;
if(data160 !== null){
const err294 = {instancePath:instancePath+"/encoders/" + key28.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/encoders/additionalProperties/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null",schema:schema31.properties.encoders.additionalProperties.anyOf[1].type,parentSchema:schema31.properties.encoders.additionalProperties.anyOf[1],data:data160};
if(vErrors === null){
vErrors = [err294];
}
else {
vErrors.push(err294);
}
errors++;
}
var _valid1 = _errs346 === errors;
valid55 = valid55 || _valid1;
if(!valid55){
const err295 = {instancePath:instancePath+"/encoders/" + key28.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/encoders/additionalProperties/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema31.properties.encoders.additionalProperties.anyOf,parentSchema:schema31.properties.encoders.additionalProperties,data:data160};
if(vErrors === null){
vErrors = [err295];
}
else {
vErrors.push(err295);
}
errors++;
}
else {
errors = _errs344;
if(vErrors !== null){
if(_errs344){
vErrors.length = _errs344;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err296 = {instancePath:instancePath+"/encoders",schemaPath:"#/properties/encoders/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.encoders.type,parentSchema:schema31.properties.encoders,data:data159};
if(vErrors === null){
vErrors = [err296];
}
else {
vErrors.push(err296);
}
errors++;
}
}
if(data.types !== undefined){
let data161 = data.types;
if(data161 && typeof data161 == "object" && !Array.isArray(data161)){
for(const key29 in data161){
const _errs350 = errors;
if(typeof key29 === "string"){
if(!pattern19.test(key29)){
const err297 = {instancePath:instancePath+"/types",schemaPath:"#/properties/types/propertyNames/pattern",keyword:"pattern",params:{pattern: "^image/[a-z0-9.+-]+$"},message:"must match pattern \""+"^image/[a-z0-9.+-]+$"+"\"",schema:"^image/[a-z0-9.+-]+$",parentSchema:schema31.properties.types.propertyNames,data:key29,propertyName:key29};
if(vErrors === null){
vErrors = [err297];
}
else {
vErrors.push(err297);
}
errors++;
}
}
var valid56 = _errs350 === errors;
if(!valid56){
const err298 = {instancePath:instancePath+"/types",schemaPath:"#/properties/types/propertyNames",keyword:"propertyNames",params:{propertyName: key29},message:"property name must be valid",schema:schema31.properties.types.propertyNames,parentSchema:schema31.properties.types,data:data161};
if(vErrors === null){
vErrors = [err298];
}
else {
vErrors.push(err298);
}
errors++;
}
}
for(const key30 in data161){
let data162 = data161[key30];
const _errs353 = errors;
let valid58 = false;
const _errs354 = errors;
if(Array.isArray(data162)){
if(data162.length < 1){
const err299 = {instancePath:instancePath+"/types/" + key30.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/types/additionalProperties/anyOf/0/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema31.properties.types.additionalProperties.anyOf[0],data:data162};
if(vErrors === null){
vErrors = [err299];
}
else {
vErrors.push(err299);
}
errors++;
}
const len12 = data162.length;
for(let i12=0; i12<len12; i12++){
let data163 = data162[i12];
if(Array.isArray(data163)){
if(data163.length < 1){
const err300 = {instancePath:instancePath+"/types/" + key30.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i12,schemaPath:"#/properties/types/additionalProperties/anyOf/0/items/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema31.properties.types.additionalProperties.anyOf[0].items,data:data163};
if(vErrors === null){
vErrors = [err300];
}
else {
vErrors.push(err300);
}
errors++;
}
const len13 = data163.length;
for(let i13=0; i13<len13; i13++){
let data164 = data163[i13];
if(typeof data164 !== "string"){
const err301 = {instancePath:instancePath+"/types/" + key30.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i12+"/" + i13,schemaPath:"#/properties/types/additionalProperties/anyOf/0/items/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.types.additionalProperties.anyOf[0].items.items.type,parentSchema:schema31.properties.types.additionalProperties.anyOf[0].items.items,data:data164};
if(vErrors === null){
vErrors = [err301];
}
else {
vErrors.push(err301);
}
errors++;
}
}
}
else {
const err302 = {instancePath:instancePath+"/types/" + key30.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i12,schemaPath:"#/properties/types/additionalProperties/anyOf/0/items/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.types.additionalProperties.anyOf[0].items.type,parentSchema:schema31.properties.types.additionalProperties.anyOf[0].items,data:data163};
if(vErrors === null){
vErrors = [err302];
}
else {
vErrors.push(err302);
}
errors++;
}
}
}
else {
const err303 = {instancePath:instancePath+"/types/" + key30.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/types/additionalProperties/anyOf/0/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.types.additionalProperties.anyOf[0].type,parentSchema:schema31.properties.types.additionalProperties.anyOf[0],data:data162};
if(vErrors === null){
vErrors = [err303];
}
else {
vErrors.push(err303);
}
errors++;
}
var _valid2 = _errs354 === errors;
valid58 = valid58 || _valid2;
const _errs360 = errors;
if(data162 !== null){
const err304 = {instancePath:instancePath+"/types/" + key30.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/types/additionalProperties/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null",schema:schema31.properties.types.additionalProperties.anyOf[1].type,parentSchema:schema31.properties.types.additionalProperties.anyOf[1],data:data162};
if(vErrors === null){
vErrors = [err304];
}
else {
vErrors.push(err304);
}
errors++;
}
var _valid2 = _errs360 === errors;
valid58 = valid58 || _valid2;
if(!valid58){
const err305 = {instancePath:instancePath+"/types/" + key30.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/types/additionalProperties/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema31.properties.types.additionalProperties.anyOf,parentSchema:schema31.properties.types.additionalProperties,data:data162};
if(vErrors === null){
vErrors = [err305];
}
else {
vErrors.push(err305);
}
errors++;
}
else {
errors = _errs353;
if(vErrors !== null){
if(_errs353){
vErrors.length = _errs353;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err306 = {instancePath:instancePath+"/types",schemaPath:"#/properties/types/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.types.type,parentSchema:schema31.properties.types,data:data161};
if(vErrors === null){
vErrors = [err306];
}
else {
vErrors.push(err306);
}
errors++;
}
}
if(data.wildcardTypes !== undefined){
let data165 = data.wildcardTypes;
if(Array.isArray(data165)){
if(data165.length < 1){
const err307 = {instancePath:instancePath+"/wildcardTypes",schemaPath:"#/properties/wildcardTypes/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema31.properties.wildcardTypes,data:data165};
if(vErrors === null){
vErrors = [err307];
}
else {
vErrors.push(err307);
}
errors++;
}
const len14 = data165.length;
for(let i14=0; i14<len14; i14++){
let data166 = data165[i14];
if(typeof data166 !== "string"){
const err308 = {instancePath:instancePath+"/wildcardTypes/" + i14,schemaPath:"#/properties/wildcardTypes/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.wildcardTypes.items.type,parentSchema:schema31.properties.wildcardTypes.items,data:data166};
if(vErrors === null){
vErrors = [err308];
}
else {
vErrors.push(err308);
}
errors++;
}
}
}
else {
const err309 = {instancePath:instancePath+"/wildcardTypes",schemaPath:"#/properties/wildcardTypes/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.wildcardTypes.type,parentSchema:schema31.properties.wildcardTypes,data:data165};
if(vErrors === null){
vErrors = [err309];
}
else {
vErrors.push(err309);
}
errors++;
}
}
}
else {
const err310 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.type,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err310];
}
else {
vErrors.push(err310);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

