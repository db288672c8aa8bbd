// @ts-nocheck
// "npm run schemas" writes this file from schemas/config.json.
import ucs2length from 'ajv/dist/runtime/ucs2length.js';
"use strict";
export const validate = validate20;
export default validate20;
const schema31 = {"type":"object","additionalProperties":false,"properties":{"dataDir":{"type":"string","minLength":1},"workDir":{"type":"string"},"host":{"type":"string"},"port":{"type":"integer","minimum":0,"maximum":65535},"publicUrl":{"type":"string","pattern":"^(https://[^/?#]+)?$"},"internal":{"type":"object","additionalProperties":false,"properties":{"host":{"type":"string","minLength":1},"port":{"type":["integer","null"],"minimum":0,"maximum":65535}}},"tls":{"type":"object","additionalProperties":false,"properties":{"mode":{"enum":["self-signed","files","proxy"]},"cert":{"type":"string"},"key":{"type":"string"},"selfSigned":{"type":"object","additionalProperties":false,"properties":{"keyType":{"enum":["ec","rsa"]}}},"http2":{"type":"boolean"},"trustedProxies":{"type":"array","items":{"type":"string","minLength":1}}}},"limits":{"type":"object","additionalProperties":false,"properties":{"uploadBytes":{"type":"integer","minimum":1},"pixels":{"type":"integer","minimum":1},"frames":{"type":"integer","minimum":1},"jsonBytes":{"type":"integer","minimum":100},"connectionsPerAddress":{"type":"integer","minimum":1},"keyChecksPerMinute":{"type":"integer","minimum":1},"firstByteSeconds":{"type":"number","exclusiveMinimum":0},"headersSeconds":{"type":"number","exclusiveMinimum":0},"bodyBytesPerSecond":{"type":"integer","minimum":0},"bodyWindowSeconds":{"type":"number","exclusiveMinimum":0},"requestSeconds":{"type":"number","exclusiveMinimum":0},"idleSeconds":{"type":"number","exclusiveMinimum":0},"workBytes":{"type":"integer","minimum":1048576},"workFreeBytes":{"type":"integer","minimum":0}}},"source":{"type":"object","additionalProperties":false,"properties":{"allow":{"type":"array","items":{"type":"string","minLength":1}},"maxRedirects":{"type":"integer","minimum":0,"maximum":10},"connectSeconds":{"type":"number","exclusiveMinimum":0},"firstByteSeconds":{"type":"number","exclusiveMinimum":0},"totalSeconds":{"type":"number","exclusiveMinimum":0},"maxPerAccount":{"type":"integer","minimum":1}}},"queue":{"type":"object","additionalProperties":false,"properties":{"slots":{"type":"integer","minimum":0,"maximum":1024},"maxJobs":{"type":"integer","minimum":1},"maxJobsPerAccount":{"type":"integer","minimum":1},"maxWaitSeconds":{"type":"number","exclusiveMinimum":0},"overloadSeconds":{"type":"number","exclusiveMinimum":0},"answerSeconds":{"type":"number","exclusiveMinimum":0}}},"tools":{"type":"object","additionalProperties":false,"properties":{"path":{"type":"array","items":{"type":"string","minLength":1}},"sandbox":{"enum":["auto","bwrap","limits","none"]},"readable":{"type":"array","items":{"type":"string","pattern":"^/"}},"deadlineSeconds":{"type":"number","exclusiveMinimum":0},"memoryBytes":{"type":"integer","minimum":67108864},"cpuSeconds":{"type":"integer","minimum":1},"fileBytes":{"type":"integer","minimum":1048576},"folderBytes":{"type":"integer","minimum":1048576},"folderFiles":{"type":"integer","minimum":100},"processes":{"type":"integer","minimum":1}}},"outputs":{"type":"object","additionalProperties":false,"properties":{"maxBytes":{"type":"integer","minimum":1048576},"retentionSeconds":{"type":"integer","minimum":1},"publicDownload":{"type":"boolean"},"shareBetweenAccounts":{"type":"boolean"}}},"state":{"type":"object","additionalProperties":false,"properties":{"kind":{"type":"string","enum":["files","redis"]},"redis":{"type":"object","additionalProperties":false,"properties":{"url":{"type":"string"},"passwordFile":{"type":"string"},"prefix":{"type":"string","pattern":"^\\{[A-Za-z0-9_.-]+\\}[A-Za-z0-9_.:-]*$"},"replicas":{"type":"integer","minimum":0,"maximum":10},"deadlineSeconds":{"type":"number","minimum":0.1,"maximum":10}}},"graceSeconds":{"type":"number","minimum":0},"secretFile":{"type":"string"}}},"web":{"type":"object","additionalProperties":false,"properties":{"enabled":{"type":"boolean"},"registration":{"enum":["closed","invite","approval","open"]},"newAccounts":{"type":"object","additionalProperties":false,"properties":{"monthlyLimit":{"type":["integer","null"],"minimum":0},"requestsPerMinute":{"type":["integer","null"],"minimum":1},"attemptsPerHour":{"type":"integer","minimum":1},"maxAccounts":{"type":"integer","minimum":0}}},"sessionHours":{"type":"number","exclusiveMinimum":0},"idleHours":{"type":"number","exclusiveMinimum":0},"signInAttempts":{"type":"integer","minimum":1},"signInWindowSeconds":{"type":"number","exclusiveMinimum":0},"maxFiles":{"type":"integer","minimum":1},"uploadsAtOnce":{"type":"integer","minimum":1},"language":{"enum":["auto","en","de"]}}},"storage":{"type":"object","additionalProperties":false,"properties":{"ownCredentials":{"type":"boolean"},"objstore":{"type":"object","additionalProperties":false,"properties":{"endpoint":{"type":"string","pattern":"^(https?://[^/?#\\s@]+(/[^?#\\s]*)?)?$","x-expected":"an http or https address, or nothing"},"forcePathStyle":{"type":"boolean"},"regions":{"type":"array","items":{"type":"string","pattern":"^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$"}},"acls":{"type":"array","items":{"type":"string","minLength":1}}}},"cstore":{"type":"object","additionalProperties":false,"properties":{"endpoint":{"type":"string","minLength":1,"pattern":"^(https?://[^/?#\\s@]+(/[^?#\\s]*)?)?$","x-expected":"an http or https address"}}},"deadlineSeconds":{"type":"number","exclusiveMinimum":0,"maximum":600},"attempts":{"type":"integer","minimum":1,"maximum":10},"maxUploads":{"type":"integer","minimum":1},"stores":{"type":"object","propertyNames":{"pattern":"^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$"},"additionalProperties":{"$ref":"#/$defs/store"}}}},"shutdown":{"type":"object","additionalProperties":false,"properties":{"graceSeconds":{"type":"number","minimum":0}}},"log":{"type":"object","additionalProperties":false,"properties":{"level":{"enum":["debug","info","warn","error","silent"]},"format":{"enum":["auto","json","pretty"]}}},"quality":{"type":"object","additionalProperties":false,"properties":{"mode":{"enum":["adaptive","fixed"]},"effort":{"enum":["fast","balanced","best"]},"preset":{"enum":["archive","high","compact"]},"target":{"type":"number","minimum":30,"maximum":95,"x-presets":{"archive":90,"high":79.5,"compact":70}},"min":{"type":"number","minimum":0,"maximum":95,"x-presets":{"archive":85,"high":60,"compact":55}},"max":{"type":["number","null"],"minimum":30,"maximum":100},"trials":{"type":"integer","minimum":1,"maximum":12,"x-former":"probes"},"budget":{"type":"number","exclusiveMinimum":0},"paletteBudget":{"type":"number","exclusiveMinimum":0}}},"decoders":{"type":"object","propertyNames":{"pattern":"^image/[a-z0-9.+-]+$"},"additionalProperties":{"anyOf":[{"$ref":"#/$defs/decoder"},{"type":"null"}]}},"encoders":{"type":"object","propertyNames":{"pattern":"^[a-z0-9][a-z0-9-]*$"},"additionalProperties":{"anyOf":[{"$ref":"#/$defs/encoder"},{"type":"null"}]}},"types":{"type":"object","propertyNames":{"pattern":"^image/[a-z0-9.+-]+$"},"additionalProperties":{"anyOf":[{"type":"array","minItems":1,"items":{"type":"array","minItems":1,"items":{"type":"string"}}},{"type":"null"}]}},"wildcardTypes":{"type":"array","items":{"type":"string"},"minItems":1}},"$defs":{"replacedFields":{"type":"object","additionalProperties":false,"properties":{"command":{"$ref":"#/$defs/encoder/properties/command"},"quickCommand":{"$ref":"#/$defs/encoder/properties/quickCommand"},"quality":{"$ref":"#/$defs/encoder/properties/quality"},"scale":{"$ref":"#/$defs/encoder/properties/scale"},"search":{"$ref":"#/$defs/encoder/properties/search"}}},"store":{"type":"object","required":["service","bucket"],"properties":{"service":{"enum":["objstore","cstore"]},"bucket":{"type":"string","minLength":1},"prefix":{"type":"string","pattern":"^([^/]+/)*$","x-expected":"text that ends with a slash, or nothing"},"prefixPerAccount":{"type":"boolean"},"accounts":{"type":"array","items":{"type":"string","pattern":"^acct_[A-Za-z0-9]{16}$","x-expected":"the id of an account"}},"endpoint":{"type":"string","pattern":"^(https?://[^/?#\\s@]+(/[^?#\\s]*)?)?$","x-expected":"an http or https address, or nothing"}},"allOf":[{"if":{"required":["service"],"properties":{"service":{"const":"objstore"}}},"then":{"required":["region","accessKeyId","secretAccessKey"],"additionalProperties":false,"properties":{"service":{},"bucket":{},"prefix":{},"prefixPerAccount":{},"accounts":{},"endpoint":{},"region":{"type":"string","pattern":"^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$","x-expected":"a region such as us-east-1"},"forcePathStyle":{"type":"boolean"},"acl":{"type":"string","minLength":1},"accessKeyId":{"$ref":"#/$defs/secret"},"secretAccessKey":{"$ref":"#/$defs/secret"}}}},{"if":{"required":["service"],"properties":{"service":{"const":"cstore"}}},"then":{"required":["serviceAccountKey"],"additionalProperties":false,"properties":{"service":{},"bucket":{},"prefix":{},"prefixPerAccount":{},"accounts":{},"endpoint":{},"serviceAccountKey":{"$ref":"#/$defs/secret"}}}}]},"secret":{"anyOf":[{"type":"string","minLength":1},{"type":"object","additionalProperties":false,"required":["env"],"properties":{"env":{"type":"string","minLength":1}}},{"type":"object","additionalProperties":false,"required":["file"],"properties":{"file":{"type":"string","minLength":1}}}]},"encoder":{"type":"object","additionalProperties":false,"required":["produces","reads","command"],"properties":{"produces":{"type":"string","pattern":"^image/[a-z0-9.+-]+$"},"reads":{"type":"array","minItems":1,"items":{"type":"string","pattern":"^image/[a-z0-9.+-]+$"}},"command":{"type":"array","minItems":1,"items":{"type":"string"}},"quickCommand":{"type":"array","minItems":1,"items":{"type":"string"}},"pressureCommand":{"type":"array","minItems":1,"items":{"type":"string"}},"quality":{"type":"number"},"scale":{"type":"number","exclusiveMinimum":0,"maximum":100},"search":{"type":"object","additionalProperties":false,"required":["finest","coarsest"],"properties":{"finest":{"type":"number"},"coarsest":{"type":"number"}}},"presets":{"type":"object","propertyNames":{"enum":["archive","high","compact"]},"additionalProperties":{"$ref":"#/$defs/replacedFields"}},"efforts":{"type":"object","propertyNames":{"enum":["fast","balanced","best"]},"additionalProperties":{"$ref":"#/$defs/replacedFields"}},"variants":{"type":"array","minItems":1,"items":{"type":"string","minLength":1}},"mode":{"enum":["adaptive","fixed"]},"flatOnly":{"type":"boolean"},"forPhotographs":{"type":"boolean"},"lossless":{"type":"boolean"},"losslessSourcesOnly":{"type":"boolean"},"baselineOnly":{"type":"boolean"},"animated":{"type":"boolean"},"keepsDepth":{"type":"boolean"},"declines":{"type":"array","items":{"type":"integer","minimum":1,"maximum":255}},"warns":{"type":"array","items":{"type":"integer","minimum":1,"maximum":255}},"damaged":{"type":"array","items":{"type":"string","minLength":1}},"version":{"type":"array","items":{"type":"string"}}}},"decoder":{"type":"object","additionalProperties":false,"required":["command"],"properties":{"command":{"type":"array","minItems":1,"items":{"type":"string"}},"deepCommand":{"type":"array","minItems":1,"items":{"type":"string"}},"writes":{"enum":["image/x-portable-pixmap","image/png"]},"warns":{"type":"array","items":{"type":"integer","minimum":1,"maximum":255}},"version":{"type":"array","items":{"type":"string"}}}}}};
const schema36 = {"type":"object","additionalProperties":false,"required":["command"],"properties":{"command":{"type":"array","minItems":1,"items":{"type":"string"}},"deepCommand":{"type":"array","minItems":1,"items":{"type":"string"}},"writes":{"enum":["image/x-portable-pixmap","image/png"]},"warns":{"type":"array","items":{"type":"integer","minimum":1,"maximum":255}},"version":{"type":"array","items":{"type":"string"}}}};
const func1 = Object.prototype.hasOwnProperty;
const func2 = ucs2length.default;
const pattern4 = new RegExp("^(https://[^/?#]+)?$", "u");
const pattern5 = new RegExp("^/", "u");
const pattern6 = new RegExp("^\\{[A-Za-z0-9_.-]+\\}[A-Za-z0-9_.:-]*$", "u");
const pattern7 = new RegExp("^(https?://[^/?#\\s@]+(/[^?#\\s]*)?)?$", "u");
const pattern8 = new RegExp("^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$", "u");
const pattern10 = new RegExp("^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$", "u");
const pattern15 = new RegExp("^image/[a-z0-9.+-]+$", "u");
const pattern16 = new RegExp("^[a-z0-9][a-z0-9-]*$", "u");
const schema32 = {"type":"object","required":["service","bucket"],"properties":{"service":{"enum":["objstore","cstore"]},"bucket":{"type":"string","minLength":1},"prefix":{"type":"string","pattern":"^([^/]+/)*$","x-expected":"text that ends with a slash, or nothing"},"prefixPerAccount":{"type":"boolean"},"accounts":{"type":"array","items":{"type":"string","pattern":"^acct_[A-Za-z0-9]{16}$","x-expected":"the id of an account"}},"endpoint":{"type":"string","pattern":"^(https?://[^/?#\\s@]+(/[^?#\\s]*)?)?$","x-expected":"an http or https address, or nothing"}},"allOf":[{"if":{"required":["service"],"properties":{"service":{"const":"objstore"}}},"then":{"required":["region","accessKeyId","secretAccessKey"],"additionalProperties":false,"properties":{"service":{},"bucket":{},"prefix":{},"prefixPerAccount":{},"accounts":{},"endpoint":{},"region":{"type":"string","pattern":"^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$","x-expected":"a region such as us-east-1"},"forcePathStyle":{"type":"boolean"},"acl":{"type":"string","minLength":1},"accessKeyId":{"$ref":"#/$defs/secret"},"secretAccessKey":{"$ref":"#/$defs/secret"}}}},{"if":{"required":["service"],"properties":{"service":{"const":"cstore"}}},"then":{"required":["serviceAccountKey"],"additionalProperties":false,"properties":{"service":{},"bucket":{},"prefix":{},"prefixPerAccount":{},"accounts":{},"endpoint":{},"serviceAccountKey":{"$ref":"#/$defs/secret"}}}}]};
const schema33 = {"anyOf":[{"type":"string","minLength":1},{"type":"object","additionalProperties":false,"required":["env"],"properties":{"env":{"type":"string","minLength":1}}},{"type":"object","additionalProperties":false,"required":["file"],"properties":{"file":{"type":"string","minLength":1}}}]};
const pattern12 = new RegExp("^([^/]+/)*$", "u");
const pattern13 = new RegExp("^acct_[A-Za-z0-9]{16}$", "u");

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
if(!pattern12.test(data16)){
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
if(!pattern13.test(data19)){
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

const schema37 = {"type":"object","additionalProperties":false,"required":["produces","reads","command"],"properties":{"produces":{"type":"string","pattern":"^image/[a-z0-9.+-]+$"},"reads":{"type":"array","minItems":1,"items":{"type":"string","pattern":"^image/[a-z0-9.+-]+$"}},"command":{"type":"array","minItems":1,"items":{"type":"string"}},"quickCommand":{"type":"array","minItems":1,"items":{"type":"string"}},"pressureCommand":{"type":"array","minItems":1,"items":{"type":"string"}},"quality":{"type":"number"},"scale":{"type":"number","exclusiveMinimum":0,"maximum":100},"search":{"type":"object","additionalProperties":false,"required":["finest","coarsest"],"properties":{"finest":{"type":"number"},"coarsest":{"type":"number"}}},"presets":{"type":"object","propertyNames":{"enum":["archive","high","compact"]},"additionalProperties":{"$ref":"#/$defs/replacedFields"}},"efforts":{"type":"object","propertyNames":{"enum":["fast","balanced","best"]},"additionalProperties":{"$ref":"#/$defs/replacedFields"}},"variants":{"type":"array","minItems":1,"items":{"type":"string","minLength":1}},"mode":{"enum":["adaptive","fixed"]},"flatOnly":{"type":"boolean"},"forPhotographs":{"type":"boolean"},"lossless":{"type":"boolean"},"losslessSourcesOnly":{"type":"boolean"},"baselineOnly":{"type":"boolean"},"animated":{"type":"boolean"},"keepsDepth":{"type":"boolean"},"declines":{"type":"array","items":{"type":"integer","minimum":1,"maximum":255}},"warns":{"type":"array","items":{"type":"integer","minimum":1,"maximum":255}},"damaged":{"type":"array","items":{"type":"string","minLength":1}},"version":{"type":"array","items":{"type":"string"}}}};
const schema38 = {"type":"object","additionalProperties":false,"properties":{"command":{"$ref":"#/$defs/encoder/properties/command"},"quickCommand":{"$ref":"#/$defs/encoder/properties/quickCommand"},"quality":{"$ref":"#/$defs/encoder/properties/quality"},"scale":{"$ref":"#/$defs/encoder/properties/scale"},"search":{"$ref":"#/$defs/encoder/properties/search"}}};
const schema39 = {"type":"array","minItems":1,"items":{"type":"string"}};
const schema40 = {"type":"array","minItems":1,"items":{"type":"string"}};
const schema41 = {"type":"number"};
const schema42 = {"type":"number","exclusiveMinimum":0,"maximum":100};
const schema43 = {"type":"object","additionalProperties":false,"required":["finest","coarsest"],"properties":{"finest":{"type":"number"},"coarsest":{"type":"number"}}};

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
if(!(((((key0 === "command") || (key0 === "quickCommand")) || (key0 === "quality")) || (key0 === "scale")) || (key0 === "search"))){
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
if(data.quality !== undefined){
let data4 = data.quality;
if(!((typeof data4 == "number") && (isFinite(data4)))){
const err7 = {instancePath:instancePath+"/quality",schemaPath:"#/$defs/encoder/properties/quality/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema41.type,parentSchema:schema41,data:data4};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.scale !== undefined){
let data5 = data.scale;
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 100 || isNaN(data5)){
const err8 = {instancePath:instancePath+"/scale",schemaPath:"#/$defs/encoder/properties/scale/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100",schema:100,parentSchema:schema42,data:data5};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data5 <= 0 || isNaN(data5)){
const err9 = {instancePath:instancePath+"/scale",schemaPath:"#/$defs/encoder/properties/scale/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema42,data:data5};
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
const err10 = {instancePath:instancePath+"/scale",schemaPath:"#/$defs/encoder/properties/scale/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema42.type,parentSchema:schema42,data:data5};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.search !== undefined){
let data6 = data.search;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(data6.finest === undefined){
const err11 = {instancePath:instancePath+"/search",schemaPath:"#/$defs/encoder/properties/search/required",keyword:"required",params:{missingProperty: "finest"},message:"must have required property '"+"finest"+"'",schema:schema43.required,parentSchema:schema43,data:data6};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data6.coarsest === undefined){
const err12 = {instancePath:instancePath+"/search",schemaPath:"#/$defs/encoder/properties/search/required",keyword:"required",params:{missingProperty: "coarsest"},message:"must have required property '"+"coarsest"+"'",schema:schema43.required,parentSchema:schema43,data:data6};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
for(const key1 in data6){
if(!((key1 === "finest") || (key1 === "coarsest"))){
const err13 = {instancePath:instancePath+"/search",schemaPath:"#/$defs/encoder/properties/search/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema43,data:data6};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data6.finest !== undefined){
let data7 = data6.finest;
if(!((typeof data7 == "number") && (isFinite(data7)))){
const err14 = {instancePath:instancePath+"/search/finest",schemaPath:"#/$defs/encoder/properties/search/properties/finest/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema43.properties.finest.type,parentSchema:schema43.properties.finest,data:data7};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data6.coarsest !== undefined){
let data8 = data6.coarsest;
if(!((typeof data8 == "number") && (isFinite(data8)))){
const err15 = {instancePath:instancePath+"/search/coarsest",schemaPath:"#/$defs/encoder/properties/search/properties/coarsest/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema43.properties.coarsest.type,parentSchema:schema43.properties.coarsest,data:data8};
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
else {
const err16 = {instancePath:instancePath+"/search",schemaPath:"#/$defs/encoder/properties/search/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema43.type,parentSchema:schema43,data:data6};
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
const err17 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema38.type,parentSchema:schema38,data};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
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
if(!pattern15.test(data0)){
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
if(!pattern15.test(data2)){
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
if(data.quality !== undefined){
let data9 = data.quality;
if(!((typeof data9 == "number") && (isFinite(data9)))){
const err19 = {instancePath:instancePath+"/quality",schemaPath:"#/properties/quality/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema37.properties.quality.type,parentSchema:schema37.properties.quality,data:data9};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.scale !== undefined){
let data10 = data.scale;
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 100 || isNaN(data10)){
const err20 = {instancePath:instancePath+"/scale",schemaPath:"#/properties/scale/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100",schema:100,parentSchema:schema37.properties.scale,data:data10};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data10 <= 0 || isNaN(data10)){
const err21 = {instancePath:instancePath+"/scale",schemaPath:"#/properties/scale/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema37.properties.scale,data:data10};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
else {
const err22 = {instancePath:instancePath+"/scale",schemaPath:"#/properties/scale/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema37.properties.scale.type,parentSchema:schema37.properties.scale,data:data10};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.search !== undefined){
let data11 = data.search;
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
if(data11.finest === undefined){
const err23 = {instancePath:instancePath+"/search",schemaPath:"#/properties/search/required",keyword:"required",params:{missingProperty: "finest"},message:"must have required property '"+"finest"+"'",schema:schema37.properties.search.required,parentSchema:schema37.properties.search,data:data11};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(data11.coarsest === undefined){
const err24 = {instancePath:instancePath+"/search",schemaPath:"#/properties/search/required",keyword:"required",params:{missingProperty: "coarsest"},message:"must have required property '"+"coarsest"+"'",schema:schema37.properties.search.required,parentSchema:schema37.properties.search,data:data11};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
for(const key1 in data11){
if(!((key1 === "finest") || (key1 === "coarsest"))){
const err25 = {instancePath:instancePath+"/search",schemaPath:"#/properties/search/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema37.properties.search,data:data11};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data11.finest !== undefined){
let data12 = data11.finest;
if(!((typeof data12 == "number") && (isFinite(data12)))){
const err26 = {instancePath:instancePath+"/search/finest",schemaPath:"#/properties/search/properties/finest/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema37.properties.search.properties.finest.type,parentSchema:schema37.properties.search.properties.finest,data:data12};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data11.coarsest !== undefined){
let data13 = data11.coarsest;
if(!((typeof data13 == "number") && (isFinite(data13)))){
const err27 = {instancePath:instancePath+"/search/coarsest",schemaPath:"#/properties/search/properties/coarsest/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema37.properties.search.properties.coarsest.type,parentSchema:schema37.properties.search.properties.coarsest,data:data13};
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
const err28 = {instancePath:instancePath+"/search",schemaPath:"#/properties/search/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema37.properties.search.type,parentSchema:schema37.properties.search,data:data11};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data.presets !== undefined){
let data14 = data.presets;
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
for(const key2 in data14){
const _errs33 = errors;
if(!(((key2 === "archive") || (key2 === "high")) || (key2 === "compact"))){
const err29 = {instancePath:instancePath+"/presets",schemaPath:"#/properties/presets/propertyNames/enum",keyword:"enum",params:{allowedValues: schema37.properties.presets.propertyNames.enum},message:"must be equal to one of the allowed values",schema:schema37.properties.presets.propertyNames.enum,parentSchema:schema37.properties.presets.propertyNames,data:key2,propertyName:key2};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
var valid10 = _errs33 === errors;
if(!valid10){
const err30 = {instancePath:instancePath+"/presets",schemaPath:"#/properties/presets/propertyNames",keyword:"propertyNames",params:{propertyName: key2},message:"property name must be valid",schema:schema37.properties.presets.propertyNames,parentSchema:schema37.properties.presets,data:data14};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
for(const key3 in data14){
if(!(validate24(data14[key3], {instancePath:instancePath+"/presets/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data14,parentDataProperty:key3,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
errors = vErrors.length;
}
}
}
else {
const err31 = {instancePath:instancePath+"/presets",schemaPath:"#/properties/presets/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema37.properties.presets.type,parentSchema:schema37.properties.presets,data:data14};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data.efforts !== undefined){
let data16 = data.efforts;
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
for(const key4 in data16){
const _errs38 = errors;
if(!(((key4 === "fast") || (key4 === "balanced")) || (key4 === "best"))){
const err32 = {instancePath:instancePath+"/efforts",schemaPath:"#/properties/efforts/propertyNames/enum",keyword:"enum",params:{allowedValues: schema37.properties.efforts.propertyNames.enum},message:"must be equal to one of the allowed values",schema:schema37.properties.efforts.propertyNames.enum,parentSchema:schema37.properties.efforts.propertyNames,data:key4,propertyName:key4};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
var valid12 = _errs38 === errors;
if(!valid12){
const err33 = {instancePath:instancePath+"/efforts",schemaPath:"#/properties/efforts/propertyNames",keyword:"propertyNames",params:{propertyName: key4},message:"property name must be valid",schema:schema37.properties.efforts.propertyNames,parentSchema:schema37.properties.efforts,data:data16};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
for(const key5 in data16){
if(!(validate24(data16[key5], {instancePath:instancePath+"/efforts/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data16,parentDataProperty:key5,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
errors = vErrors.length;
}
}
}
else {
const err34 = {instancePath:instancePath+"/efforts",schemaPath:"#/properties/efforts/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema37.properties.efforts.type,parentSchema:schema37.properties.efforts,data:data16};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data.variants !== undefined){
let data18 = data.variants;
if(Array.isArray(data18)){
if(data18.length < 1){
const err35 = {instancePath:instancePath+"/variants",schemaPath:"#/properties/variants/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema37.properties.variants,data:data18};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
const len4 = data18.length;
for(let i4=0; i4<len4; i4++){
let data19 = data18[i4];
if(typeof data19 === "string"){
if(func2(data19) < 1){
const err36 = {instancePath:instancePath+"/variants/" + i4,schemaPath:"#/properties/variants/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema37.properties.variants.items,data:data19};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
else {
const err37 = {instancePath:instancePath+"/variants/" + i4,schemaPath:"#/properties/variants/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.properties.variants.items.type,parentSchema:schema37.properties.variants.items,data:data19};
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
const err38 = {instancePath:instancePath+"/variants",schemaPath:"#/properties/variants/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema37.properties.variants.type,parentSchema:schema37.properties.variants,data:data18};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data.mode !== undefined){
let data20 = data.mode;
if(!((data20 === "adaptive") || (data20 === "fixed"))){
const err39 = {instancePath:instancePath+"/mode",schemaPath:"#/properties/mode/enum",keyword:"enum",params:{allowedValues: schema37.properties.mode.enum},message:"must be equal to one of the allowed values",schema:schema37.properties.mode.enum,parentSchema:schema37.properties.mode,data:data20};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
if(data.flatOnly !== undefined){
let data21 = data.flatOnly;
if(typeof data21 !== "boolean"){
const err40 = {instancePath:instancePath+"/flatOnly",schemaPath:"#/properties/flatOnly/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema37.properties.flatOnly.type,parentSchema:schema37.properties.flatOnly,data:data21};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data.forPhotographs !== undefined){
let data22 = data.forPhotographs;
if(typeof data22 !== "boolean"){
const err41 = {instancePath:instancePath+"/forPhotographs",schemaPath:"#/properties/forPhotographs/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema37.properties.forPhotographs.type,parentSchema:schema37.properties.forPhotographs,data:data22};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
if(data.lossless !== undefined){
let data23 = data.lossless;
if(typeof data23 !== "boolean"){
const err42 = {instancePath:instancePath+"/lossless",schemaPath:"#/properties/lossless/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema37.properties.lossless.type,parentSchema:schema37.properties.lossless,data:data23};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
if(data.losslessSourcesOnly !== undefined){
let data24 = data.losslessSourcesOnly;
if(typeof data24 !== "boolean"){
const err43 = {instancePath:instancePath+"/losslessSourcesOnly",schemaPath:"#/properties/losslessSourcesOnly/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema37.properties.losslessSourcesOnly.type,parentSchema:schema37.properties.losslessSourcesOnly,data:data24};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
if(data.baselineOnly !== undefined){
let data25 = data.baselineOnly;
if(typeof data25 !== "boolean"){
const err44 = {instancePath:instancePath+"/baselineOnly",schemaPath:"#/properties/baselineOnly/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema37.properties.baselineOnly.type,parentSchema:schema37.properties.baselineOnly,data:data25};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
if(data.animated !== undefined){
let data26 = data.animated;
if(typeof data26 !== "boolean"){
const err45 = {instancePath:instancePath+"/animated",schemaPath:"#/properties/animated/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema37.properties.animated.type,parentSchema:schema37.properties.animated,data:data26};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
if(data.keepsDepth !== undefined){
let data27 = data.keepsDepth;
if(typeof data27 !== "boolean"){
const err46 = {instancePath:instancePath+"/keepsDepth",schemaPath:"#/properties/keepsDepth/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema37.properties.keepsDepth.type,parentSchema:schema37.properties.keepsDepth,data:data27};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
if(data.declines !== undefined){
let data28 = data.declines;
if(Array.isArray(data28)){
const len5 = data28.length;
for(let i5=0; i5<len5; i5++){
let data29 = data28[i5];
if(!(((typeof data29 == "number") && (!(data29 % 1) && !isNaN(data29))) && (isFinite(data29)))){
const err47 = {instancePath:instancePath+"/declines/" + i5,schemaPath:"#/properties/declines/items/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema37.properties.declines.items.type,parentSchema:schema37.properties.declines.items,data:data29};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
if((typeof data29 == "number") && (isFinite(data29))){
if(data29 > 255 || isNaN(data29)){
const err48 = {instancePath:instancePath+"/declines/" + i5,schemaPath:"#/properties/declines/items/maximum",keyword:"maximum",params:{comparison: "<=", limit: 255},message:"must be <= 255",schema:255,parentSchema:schema37.properties.declines.items,data:data29};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if(data29 < 1 || isNaN(data29)){
const err49 = {instancePath:instancePath+"/declines/" + i5,schemaPath:"#/properties/declines/items/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema37.properties.declines.items,data:data29};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
}
}
else {
const err50 = {instancePath:instancePath+"/declines",schemaPath:"#/properties/declines/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema37.properties.declines.type,parentSchema:schema37.properties.declines,data:data28};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
if(data.warns !== undefined){
let data30 = data.warns;
if(Array.isArray(data30)){
const len6 = data30.length;
for(let i6=0; i6<len6; i6++){
let data31 = data30[i6];
if(!(((typeof data31 == "number") && (!(data31 % 1) && !isNaN(data31))) && (isFinite(data31)))){
const err51 = {instancePath:instancePath+"/warns/" + i6,schemaPath:"#/properties/warns/items/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema37.properties.warns.items.type,parentSchema:schema37.properties.warns.items,data:data31};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
if((typeof data31 == "number") && (isFinite(data31))){
if(data31 > 255 || isNaN(data31)){
const err52 = {instancePath:instancePath+"/warns/" + i6,schemaPath:"#/properties/warns/items/maximum",keyword:"maximum",params:{comparison: "<=", limit: 255},message:"must be <= 255",schema:255,parentSchema:schema37.properties.warns.items,data:data31};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
if(data31 < 1 || isNaN(data31)){
const err53 = {instancePath:instancePath+"/warns/" + i6,schemaPath:"#/properties/warns/items/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema37.properties.warns.items,data:data31};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
}
}
else {
const err54 = {instancePath:instancePath+"/warns",schemaPath:"#/properties/warns/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema37.properties.warns.type,parentSchema:schema37.properties.warns,data:data30};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
if(data.damaged !== undefined){
let data32 = data.damaged;
if(Array.isArray(data32)){
const len7 = data32.length;
for(let i7=0; i7<len7; i7++){
let data33 = data32[i7];
if(typeof data33 === "string"){
if(func2(data33) < 1){
const err55 = {instancePath:instancePath+"/damaged/" + i7,schemaPath:"#/properties/damaged/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema37.properties.damaged.items,data:data33};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
else {
const err56 = {instancePath:instancePath+"/damaged/" + i7,schemaPath:"#/properties/damaged/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.properties.damaged.items.type,parentSchema:schema37.properties.damaged.items,data:data33};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
}
else {
const err57 = {instancePath:instancePath+"/damaged",schemaPath:"#/properties/damaged/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema37.properties.damaged.type,parentSchema:schema37.properties.damaged,data:data32};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
if(data.version !== undefined){
let data34 = data.version;
if(Array.isArray(data34)){
const len8 = data34.length;
for(let i8=0; i8<len8; i8++){
let data35 = data34[i8];
if(typeof data35 !== "string"){
const err58 = {instancePath:instancePath+"/version/" + i8,schemaPath:"#/properties/version/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema37.properties.version.items.type,parentSchema:schema37.properties.version.items,data:data35};
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
const err59 = {instancePath:instancePath+"/version",schemaPath:"#/properties/version/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema37.properties.version.type,parentSchema:schema37.properties.version,data:data34};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
}
else {
const err60 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema37.type,parentSchema:schema37,data};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
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
if(!((((key8 === "maxBytes") || (key8 === "retentionSeconds")) || (key8 === "publicDownload")) || (key8 === "shareBetweenAccounts"))){
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
if(data60.maxBytes !== undefined){
let data61 = data60.maxBytes;
if(!(((typeof data61 == "number") && (!(data61 % 1) && !isNaN(data61))) && (isFinite(data61)))){
const err114 = {instancePath:instancePath+"/outputs/maxBytes",schemaPath:"#/properties/outputs/properties/maxBytes/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.outputs.properties.maxBytes.type,parentSchema:schema31.properties.outputs.properties.maxBytes,data:data61};
if(vErrors === null){
vErrors = [err114];
}
else {
vErrors.push(err114);
}
errors++;
}
if((typeof data61 == "number") && (isFinite(data61))){
if(data61 < 1048576 || isNaN(data61)){
const err115 = {instancePath:instancePath+"/outputs/maxBytes",schemaPath:"#/properties/outputs/properties/maxBytes/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1048576},message:"must be >= 1048576",schema:1048576,parentSchema:schema31.properties.outputs.properties.maxBytes,data:data61};
if(vErrors === null){
vErrors = [err115];
}
else {
vErrors.push(err115);
}
errors++;
}
}
}
if(data60.retentionSeconds !== undefined){
let data62 = data60.retentionSeconds;
if(!(((typeof data62 == "number") && (!(data62 % 1) && !isNaN(data62))) && (isFinite(data62)))){
const err116 = {instancePath:instancePath+"/outputs/retentionSeconds",schemaPath:"#/properties/outputs/properties/retentionSeconds/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.outputs.properties.retentionSeconds.type,parentSchema:schema31.properties.outputs.properties.retentionSeconds,data:data62};
if(vErrors === null){
vErrors = [err116];
}
else {
vErrors.push(err116);
}
errors++;
}
if((typeof data62 == "number") && (isFinite(data62))){
if(data62 < 1 || isNaN(data62)){
const err117 = {instancePath:instancePath+"/outputs/retentionSeconds",schemaPath:"#/properties/outputs/properties/retentionSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.outputs.properties.retentionSeconds,data:data62};
if(vErrors === null){
vErrors = [err117];
}
else {
vErrors.push(err117);
}
errors++;
}
}
}
if(data60.publicDownload !== undefined){
let data63 = data60.publicDownload;
if(typeof data63 !== "boolean"){
const err118 = {instancePath:instancePath+"/outputs/publicDownload",schemaPath:"#/properties/outputs/properties/publicDownload/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema31.properties.outputs.properties.publicDownload.type,parentSchema:schema31.properties.outputs.properties.publicDownload,data:data63};
if(vErrors === null){
vErrors = [err118];
}
else {
vErrors.push(err118);
}
errors++;
}
}
if(data60.shareBetweenAccounts !== undefined){
let data64 = data60.shareBetweenAccounts;
if(typeof data64 !== "boolean"){
const err119 = {instancePath:instancePath+"/outputs/shareBetweenAccounts",schemaPath:"#/properties/outputs/properties/shareBetweenAccounts/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema31.properties.outputs.properties.shareBetweenAccounts.type,parentSchema:schema31.properties.outputs.properties.shareBetweenAccounts,data:data64};
if(vErrors === null){
vErrors = [err119];
}
else {
vErrors.push(err119);
}
errors++;
}
}
}
else {
const err120 = {instancePath:instancePath+"/outputs",schemaPath:"#/properties/outputs/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.outputs.type,parentSchema:schema31.properties.outputs,data:data60};
if(vErrors === null){
vErrors = [err120];
}
else {
vErrors.push(err120);
}
errors++;
}
}
if(data.state !== undefined){
let data65 = data.state;
if(data65 && typeof data65 == "object" && !Array.isArray(data65)){
for(const key9 in data65){
if(!((((key9 === "kind") || (key9 === "redis")) || (key9 === "graceSeconds")) || (key9 === "secretFile"))){
const err121 = {instancePath:instancePath+"/state",schemaPath:"#/properties/state/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key9},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.state,data:data65};
if(vErrors === null){
vErrors = [err121];
}
else {
vErrors.push(err121);
}
errors++;
}
}
if(data65.kind !== undefined){
let data66 = data65.kind;
if(typeof data66 !== "string"){
const err122 = {instancePath:instancePath+"/state/kind",schemaPath:"#/properties/state/properties/kind/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.state.properties.kind.type,parentSchema:schema31.properties.state.properties.kind,data:data66};
if(vErrors === null){
vErrors = [err122];
}
else {
vErrors.push(err122);
}
errors++;
}
if(!((data66 === "files") || (data66 === "redis"))){
const err123 = {instancePath:instancePath+"/state/kind",schemaPath:"#/properties/state/properties/kind/enum",keyword:"enum",params:{allowedValues: schema31.properties.state.properties.kind.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.state.properties.kind.enum,parentSchema:schema31.properties.state.properties.kind,data:data66};
if(vErrors === null){
vErrors = [err123];
}
else {
vErrors.push(err123);
}
errors++;
}
}
if(data65.redis !== undefined){
let data67 = data65.redis;
if(data67 && typeof data67 == "object" && !Array.isArray(data67)){
for(const key10 in data67){
if(!(((((key10 === "url") || (key10 === "passwordFile")) || (key10 === "prefix")) || (key10 === "replicas")) || (key10 === "deadlineSeconds"))){
const err124 = {instancePath:instancePath+"/state/redis",schemaPath:"#/properties/state/properties/redis/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key10},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.state.properties.redis,data:data67};
if(vErrors === null){
vErrors = [err124];
}
else {
vErrors.push(err124);
}
errors++;
}
}
if(data67.url !== undefined){
let data68 = data67.url;
if(typeof data68 !== "string"){
const err125 = {instancePath:instancePath+"/state/redis/url",schemaPath:"#/properties/state/properties/redis/properties/url/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.state.properties.redis.properties.url.type,parentSchema:schema31.properties.state.properties.redis.properties.url,data:data68};
if(vErrors === null){
vErrors = [err125];
}
else {
vErrors.push(err125);
}
errors++;
}
}
if(data67.passwordFile !== undefined){
let data69 = data67.passwordFile;
if(typeof data69 !== "string"){
const err126 = {instancePath:instancePath+"/state/redis/passwordFile",schemaPath:"#/properties/state/properties/redis/properties/passwordFile/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.state.properties.redis.properties.passwordFile.type,parentSchema:schema31.properties.state.properties.redis.properties.passwordFile,data:data69};
if(vErrors === null){
vErrors = [err126];
}
else {
vErrors.push(err126);
}
errors++;
}
}
if(data67.prefix !== undefined){
let data70 = data67.prefix;
if(typeof data70 === "string"){
if(!pattern6.test(data70)){
const err127 = {instancePath:instancePath+"/state/redis/prefix",schemaPath:"#/properties/state/properties/redis/properties/prefix/pattern",keyword:"pattern",params:{pattern: "^\\{[A-Za-z0-9_.-]+\\}[A-Za-z0-9_.:-]*$"},message:"must match pattern \""+"^\\{[A-Za-z0-9_.-]+\\}[A-Za-z0-9_.:-]*$"+"\"",schema:"^\\{[A-Za-z0-9_.-]+\\}[A-Za-z0-9_.:-]*$",parentSchema:schema31.properties.state.properties.redis.properties.prefix,data:data70};
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
const err128 = {instancePath:instancePath+"/state/redis/prefix",schemaPath:"#/properties/state/properties/redis/properties/prefix/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.state.properties.redis.properties.prefix.type,parentSchema:schema31.properties.state.properties.redis.properties.prefix,data:data70};
if(vErrors === null){
vErrors = [err128];
}
else {
vErrors.push(err128);
}
errors++;
}
}
if(data67.replicas !== undefined){
let data71 = data67.replicas;
if(!(((typeof data71 == "number") && (!(data71 % 1) && !isNaN(data71))) && (isFinite(data71)))){
const err129 = {instancePath:instancePath+"/state/redis/replicas",schemaPath:"#/properties/state/properties/redis/properties/replicas/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.state.properties.redis.properties.replicas.type,parentSchema:schema31.properties.state.properties.redis.properties.replicas,data:data71};
if(vErrors === null){
vErrors = [err129];
}
else {
vErrors.push(err129);
}
errors++;
}
if((typeof data71 == "number") && (isFinite(data71))){
if(data71 > 10 || isNaN(data71)){
const err130 = {instancePath:instancePath+"/state/redis/replicas",schemaPath:"#/properties/state/properties/redis/properties/replicas/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10},message:"must be <= 10",schema:10,parentSchema:schema31.properties.state.properties.redis.properties.replicas,data:data71};
if(vErrors === null){
vErrors = [err130];
}
else {
vErrors.push(err130);
}
errors++;
}
if(data71 < 0 || isNaN(data71)){
const err131 = {instancePath:instancePath+"/state/redis/replicas",schemaPath:"#/properties/state/properties/redis/properties/replicas/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.state.properties.redis.properties.replicas,data:data71};
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
if(data67.deadlineSeconds !== undefined){
let data72 = data67.deadlineSeconds;
if((typeof data72 == "number") && (isFinite(data72))){
if(data72 > 10 || isNaN(data72)){
const err132 = {instancePath:instancePath+"/state/redis/deadlineSeconds",schemaPath:"#/properties/state/properties/redis/properties/deadlineSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10},message:"must be <= 10",schema:10,parentSchema:schema31.properties.state.properties.redis.properties.deadlineSeconds,data:data72};
if(vErrors === null){
vErrors = [err132];
}
else {
vErrors.push(err132);
}
errors++;
}
if(data72 < 0.1 || isNaN(data72)){
const err133 = {instancePath:instancePath+"/state/redis/deadlineSeconds",schemaPath:"#/properties/state/properties/redis/properties/deadlineSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0.1},message:"must be >= 0.1",schema:0.1,parentSchema:schema31.properties.state.properties.redis.properties.deadlineSeconds,data:data72};
if(vErrors === null){
vErrors = [err133];
}
else {
vErrors.push(err133);
}
errors++;
}
}
else {
const err134 = {instancePath:instancePath+"/state/redis/deadlineSeconds",schemaPath:"#/properties/state/properties/redis/properties/deadlineSeconds/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.state.properties.redis.properties.deadlineSeconds.type,parentSchema:schema31.properties.state.properties.redis.properties.deadlineSeconds,data:data72};
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
else {
const err135 = {instancePath:instancePath+"/state/redis",schemaPath:"#/properties/state/properties/redis/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.state.properties.redis.type,parentSchema:schema31.properties.state.properties.redis,data:data67};
if(vErrors === null){
vErrors = [err135];
}
else {
vErrors.push(err135);
}
errors++;
}
}
if(data65.graceSeconds !== undefined){
let data73 = data65.graceSeconds;
if((typeof data73 == "number") && (isFinite(data73))){
if(data73 < 0 || isNaN(data73)){
const err136 = {instancePath:instancePath+"/state/graceSeconds",schemaPath:"#/properties/state/properties/graceSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.state.properties.graceSeconds,data:data73};
if(vErrors === null){
vErrors = [err136];
}
else {
vErrors.push(err136);
}
errors++;
}
}
else {
const err137 = {instancePath:instancePath+"/state/graceSeconds",schemaPath:"#/properties/state/properties/graceSeconds/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.state.properties.graceSeconds.type,parentSchema:schema31.properties.state.properties.graceSeconds,data:data73};
if(vErrors === null){
vErrors = [err137];
}
else {
vErrors.push(err137);
}
errors++;
}
}
if(data65.secretFile !== undefined){
let data74 = data65.secretFile;
if(typeof data74 !== "string"){
const err138 = {instancePath:instancePath+"/state/secretFile",schemaPath:"#/properties/state/properties/secretFile/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.state.properties.secretFile.type,parentSchema:schema31.properties.state.properties.secretFile,data:data74};
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
const err139 = {instancePath:instancePath+"/state",schemaPath:"#/properties/state/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.state.type,parentSchema:schema31.properties.state,data:data65};
if(vErrors === null){
vErrors = [err139];
}
else {
vErrors.push(err139);
}
errors++;
}
}
if(data.web !== undefined){
let data75 = data.web;
if(data75 && typeof data75 == "object" && !Array.isArray(data75)){
for(const key11 in data75){
if(!(func1.call(schema31.properties.web.properties, key11))){
const err140 = {instancePath:instancePath+"/web",schemaPath:"#/properties/web/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key11},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.web,data:data75};
if(vErrors === null){
vErrors = [err140];
}
else {
vErrors.push(err140);
}
errors++;
}
}
if(data75.enabled !== undefined){
let data76 = data75.enabled;
if(typeof data76 !== "boolean"){
const err141 = {instancePath:instancePath+"/web/enabled",schemaPath:"#/properties/web/properties/enabled/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema31.properties.web.properties.enabled.type,parentSchema:schema31.properties.web.properties.enabled,data:data76};
if(vErrors === null){
vErrors = [err141];
}
else {
vErrors.push(err141);
}
errors++;
}
}
if(data75.registration !== undefined){
let data77 = data75.registration;
if(!((((data77 === "closed") || (data77 === "invite")) || (data77 === "approval")) || (data77 === "open"))){
const err142 = {instancePath:instancePath+"/web/registration",schemaPath:"#/properties/web/properties/registration/enum",keyword:"enum",params:{allowedValues: schema31.properties.web.properties.registration.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.web.properties.registration.enum,parentSchema:schema31.properties.web.properties.registration,data:data77};
if(vErrors === null){
vErrors = [err142];
}
else {
vErrors.push(err142);
}
errors++;
}
}
if(data75.newAccounts !== undefined){
let data78 = data75.newAccounts;
if(data78 && typeof data78 == "object" && !Array.isArray(data78)){
for(const key12 in data78){
if(!((((key12 === "monthlyLimit") || (key12 === "requestsPerMinute")) || (key12 === "attemptsPerHour")) || (key12 === "maxAccounts"))){
const err143 = {instancePath:instancePath+"/web/newAccounts",schemaPath:"#/properties/web/properties/newAccounts/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key12},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.web.properties.newAccounts,data:data78};
if(vErrors === null){
vErrors = [err143];
}
else {
vErrors.push(err143);
}
errors++;
}
}
if(data78.monthlyLimit !== undefined){
let data79 = data78.monthlyLimit;
if((!(((typeof data79 == "number") && (!(data79 % 1) && !isNaN(data79))) && (isFinite(data79)))) && (data79 !== null)){
const err144 = {instancePath:instancePath+"/web/newAccounts/monthlyLimit",schemaPath:"#/properties/web/properties/newAccounts/properties/monthlyLimit/type",keyword:"type",params:{type: schema31.properties.web.properties.newAccounts.properties.monthlyLimit.type},message:"must be integer,null",schema:schema31.properties.web.properties.newAccounts.properties.monthlyLimit.type,parentSchema:schema31.properties.web.properties.newAccounts.properties.monthlyLimit,data:data79};
if(vErrors === null){
vErrors = [err144];
}
else {
vErrors.push(err144);
}
errors++;
}
if((typeof data79 == "number") && (isFinite(data79))){
if(data79 < 0 || isNaN(data79)){
const err145 = {instancePath:instancePath+"/web/newAccounts/monthlyLimit",schemaPath:"#/properties/web/properties/newAccounts/properties/monthlyLimit/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.web.properties.newAccounts.properties.monthlyLimit,data:data79};
if(vErrors === null){
vErrors = [err145];
}
else {
vErrors.push(err145);
}
errors++;
}
}
}
if(data78.requestsPerMinute !== undefined){
let data80 = data78.requestsPerMinute;
if((!(((typeof data80 == "number") && (!(data80 % 1) && !isNaN(data80))) && (isFinite(data80)))) && (data80 !== null)){
const err146 = {instancePath:instancePath+"/web/newAccounts/requestsPerMinute",schemaPath:"#/properties/web/properties/newAccounts/properties/requestsPerMinute/type",keyword:"type",params:{type: schema31.properties.web.properties.newAccounts.properties.requestsPerMinute.type},message:"must be integer,null",schema:schema31.properties.web.properties.newAccounts.properties.requestsPerMinute.type,parentSchema:schema31.properties.web.properties.newAccounts.properties.requestsPerMinute,data:data80};
if(vErrors === null){
vErrors = [err146];
}
else {
vErrors.push(err146);
}
errors++;
}
if((typeof data80 == "number") && (isFinite(data80))){
if(data80 < 1 || isNaN(data80)){
const err147 = {instancePath:instancePath+"/web/newAccounts/requestsPerMinute",schemaPath:"#/properties/web/properties/newAccounts/properties/requestsPerMinute/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.web.properties.newAccounts.properties.requestsPerMinute,data:data80};
if(vErrors === null){
vErrors = [err147];
}
else {
vErrors.push(err147);
}
errors++;
}
}
}
if(data78.attemptsPerHour !== undefined){
let data81 = data78.attemptsPerHour;
if(!(((typeof data81 == "number") && (!(data81 % 1) && !isNaN(data81))) && (isFinite(data81)))){
const err148 = {instancePath:instancePath+"/web/newAccounts/attemptsPerHour",schemaPath:"#/properties/web/properties/newAccounts/properties/attemptsPerHour/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.web.properties.newAccounts.properties.attemptsPerHour.type,parentSchema:schema31.properties.web.properties.newAccounts.properties.attemptsPerHour,data:data81};
if(vErrors === null){
vErrors = [err148];
}
else {
vErrors.push(err148);
}
errors++;
}
if((typeof data81 == "number") && (isFinite(data81))){
if(data81 < 1 || isNaN(data81)){
const err149 = {instancePath:instancePath+"/web/newAccounts/attemptsPerHour",schemaPath:"#/properties/web/properties/newAccounts/properties/attemptsPerHour/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.web.properties.newAccounts.properties.attemptsPerHour,data:data81};
if(vErrors === null){
vErrors = [err149];
}
else {
vErrors.push(err149);
}
errors++;
}
}
}
if(data78.maxAccounts !== undefined){
let data82 = data78.maxAccounts;
if(!(((typeof data82 == "number") && (!(data82 % 1) && !isNaN(data82))) && (isFinite(data82)))){
const err150 = {instancePath:instancePath+"/web/newAccounts/maxAccounts",schemaPath:"#/properties/web/properties/newAccounts/properties/maxAccounts/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.web.properties.newAccounts.properties.maxAccounts.type,parentSchema:schema31.properties.web.properties.newAccounts.properties.maxAccounts,data:data82};
if(vErrors === null){
vErrors = [err150];
}
else {
vErrors.push(err150);
}
errors++;
}
if((typeof data82 == "number") && (isFinite(data82))){
if(data82 < 0 || isNaN(data82)){
const err151 = {instancePath:instancePath+"/web/newAccounts/maxAccounts",schemaPath:"#/properties/web/properties/newAccounts/properties/maxAccounts/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.web.properties.newAccounts.properties.maxAccounts,data:data82};
if(vErrors === null){
vErrors = [err151];
}
else {
vErrors.push(err151);
}
errors++;
}
}
}
}
else {
const err152 = {instancePath:instancePath+"/web/newAccounts",schemaPath:"#/properties/web/properties/newAccounts/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.web.properties.newAccounts.type,parentSchema:schema31.properties.web.properties.newAccounts,data:data78};
if(vErrors === null){
vErrors = [err152];
}
else {
vErrors.push(err152);
}
errors++;
}
}
if(data75.sessionHours !== undefined){
let data83 = data75.sessionHours;
if((typeof data83 == "number") && (isFinite(data83))){
if(data83 <= 0 || isNaN(data83)){
const err153 = {instancePath:instancePath+"/web/sessionHours",schemaPath:"#/properties/web/properties/sessionHours/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema31.properties.web.properties.sessionHours,data:data83};
if(vErrors === null){
vErrors = [err153];
}
else {
vErrors.push(err153);
}
errors++;
}
}
else {
const err154 = {instancePath:instancePath+"/web/sessionHours",schemaPath:"#/properties/web/properties/sessionHours/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.web.properties.sessionHours.type,parentSchema:schema31.properties.web.properties.sessionHours,data:data83};
if(vErrors === null){
vErrors = [err154];
}
else {
vErrors.push(err154);
}
errors++;
}
}
if(data75.idleHours !== undefined){
let data84 = data75.idleHours;
if((typeof data84 == "number") && (isFinite(data84))){
if(data84 <= 0 || isNaN(data84)){
const err155 = {instancePath:instancePath+"/web/idleHours",schemaPath:"#/properties/web/properties/idleHours/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema31.properties.web.properties.idleHours,data:data84};
if(vErrors === null){
vErrors = [err155];
}
else {
vErrors.push(err155);
}
errors++;
}
}
else {
const err156 = {instancePath:instancePath+"/web/idleHours",schemaPath:"#/properties/web/properties/idleHours/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.web.properties.idleHours.type,parentSchema:schema31.properties.web.properties.idleHours,data:data84};
if(vErrors === null){
vErrors = [err156];
}
else {
vErrors.push(err156);
}
errors++;
}
}
if(data75.signInAttempts !== undefined){
let data85 = data75.signInAttempts;
if(!(((typeof data85 == "number") && (!(data85 % 1) && !isNaN(data85))) && (isFinite(data85)))){
const err157 = {instancePath:instancePath+"/web/signInAttempts",schemaPath:"#/properties/web/properties/signInAttempts/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.web.properties.signInAttempts.type,parentSchema:schema31.properties.web.properties.signInAttempts,data:data85};
if(vErrors === null){
vErrors = [err157];
}
else {
vErrors.push(err157);
}
errors++;
}
if((typeof data85 == "number") && (isFinite(data85))){
if(data85 < 1 || isNaN(data85)){
const err158 = {instancePath:instancePath+"/web/signInAttempts",schemaPath:"#/properties/web/properties/signInAttempts/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.web.properties.signInAttempts,data:data85};
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
if(data75.signInWindowSeconds !== undefined){
let data86 = data75.signInWindowSeconds;
if((typeof data86 == "number") && (isFinite(data86))){
if(data86 <= 0 || isNaN(data86)){
const err159 = {instancePath:instancePath+"/web/signInWindowSeconds",schemaPath:"#/properties/web/properties/signInWindowSeconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema31.properties.web.properties.signInWindowSeconds,data:data86};
if(vErrors === null){
vErrors = [err159];
}
else {
vErrors.push(err159);
}
errors++;
}
}
else {
const err160 = {instancePath:instancePath+"/web/signInWindowSeconds",schemaPath:"#/properties/web/properties/signInWindowSeconds/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.web.properties.signInWindowSeconds.type,parentSchema:schema31.properties.web.properties.signInWindowSeconds,data:data86};
if(vErrors === null){
vErrors = [err160];
}
else {
vErrors.push(err160);
}
errors++;
}
}
if(data75.maxFiles !== undefined){
let data87 = data75.maxFiles;
if(!(((typeof data87 == "number") && (!(data87 % 1) && !isNaN(data87))) && (isFinite(data87)))){
const err161 = {instancePath:instancePath+"/web/maxFiles",schemaPath:"#/properties/web/properties/maxFiles/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.web.properties.maxFiles.type,parentSchema:schema31.properties.web.properties.maxFiles,data:data87};
if(vErrors === null){
vErrors = [err161];
}
else {
vErrors.push(err161);
}
errors++;
}
if((typeof data87 == "number") && (isFinite(data87))){
if(data87 < 1 || isNaN(data87)){
const err162 = {instancePath:instancePath+"/web/maxFiles",schemaPath:"#/properties/web/properties/maxFiles/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.web.properties.maxFiles,data:data87};
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
if(data75.uploadsAtOnce !== undefined){
let data88 = data75.uploadsAtOnce;
if(!(((typeof data88 == "number") && (!(data88 % 1) && !isNaN(data88))) && (isFinite(data88)))){
const err163 = {instancePath:instancePath+"/web/uploadsAtOnce",schemaPath:"#/properties/web/properties/uploadsAtOnce/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.web.properties.uploadsAtOnce.type,parentSchema:schema31.properties.web.properties.uploadsAtOnce,data:data88};
if(vErrors === null){
vErrors = [err163];
}
else {
vErrors.push(err163);
}
errors++;
}
if((typeof data88 == "number") && (isFinite(data88))){
if(data88 < 1 || isNaN(data88)){
const err164 = {instancePath:instancePath+"/web/uploadsAtOnce",schemaPath:"#/properties/web/properties/uploadsAtOnce/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.web.properties.uploadsAtOnce,data:data88};
if(vErrors === null){
vErrors = [err164];
}
else {
vErrors.push(err164);
}
errors++;
}
}
}
if(data75.language !== undefined){
let data89 = data75.language;
if(!(((data89 === "auto") || (data89 === "en")) || (data89 === "de"))){
const err165 = {instancePath:instancePath+"/web/language",schemaPath:"#/properties/web/properties/language/enum",keyword:"enum",params:{allowedValues: schema31.properties.web.properties.language.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.web.properties.language.enum,parentSchema:schema31.properties.web.properties.language,data:data89};
if(vErrors === null){
vErrors = [err165];
}
else {
vErrors.push(err165);
}
errors++;
}
}
}
else {
const err166 = {instancePath:instancePath+"/web",schemaPath:"#/properties/web/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.web.type,parentSchema:schema31.properties.web,data:data75};
if(vErrors === null){
vErrors = [err166];
}
else {
vErrors.push(err166);
}
errors++;
}
}
if(data.storage !== undefined){
let data90 = data.storage;
if(data90 && typeof data90 == "object" && !Array.isArray(data90)){
for(const key13 in data90){
if(!(((((((key13 === "ownCredentials") || (key13 === "objstore")) || (key13 === "cstore")) || (key13 === "deadlineSeconds")) || (key13 === "attempts")) || (key13 === "maxUploads")) || (key13 === "stores"))){
const err167 = {instancePath:instancePath+"/storage",schemaPath:"#/properties/storage/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key13},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.storage,data:data90};
if(vErrors === null){
vErrors = [err167];
}
else {
vErrors.push(err167);
}
errors++;
}
}
if(data90.ownCredentials !== undefined){
let data91 = data90.ownCredentials;
if(typeof data91 !== "boolean"){
const err168 = {instancePath:instancePath+"/storage/ownCredentials",schemaPath:"#/properties/storage/properties/ownCredentials/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema31.properties.storage.properties.ownCredentials.type,parentSchema:schema31.properties.storage.properties.ownCredentials,data:data91};
if(vErrors === null){
vErrors = [err168];
}
else {
vErrors.push(err168);
}
errors++;
}
}
if(data90.objstore !== undefined){
let data92 = data90.objstore;
if(data92 && typeof data92 == "object" && !Array.isArray(data92)){
for(const key14 in data92){
if(!((((key14 === "endpoint") || (key14 === "forcePathStyle")) || (key14 === "regions")) || (key14 === "acls"))){
const err169 = {instancePath:instancePath+"/storage/objstore",schemaPath:"#/properties/storage/properties/objstore/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key14},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.storage.properties.objstore,data:data92};
if(vErrors === null){
vErrors = [err169];
}
else {
vErrors.push(err169);
}
errors++;
}
}
if(data92.endpoint !== undefined){
let data93 = data92.endpoint;
if(typeof data93 === "string"){
if(!pattern7.test(data93)){
const err170 = {instancePath:instancePath+"/storage/objstore/endpoint",schemaPath:"#/properties/storage/properties/objstore/properties/endpoint/pattern",keyword:"pattern",params:{pattern: "^(https?://[^/?#\\s@]+(/[^?#\\s]*)?)?$"},message:"must match pattern \""+"^(https?://[^/?#\\s@]+(/[^?#\\s]*)?)?$"+"\"",schema:"^(https?://[^/?#\\s@]+(/[^?#\\s]*)?)?$",parentSchema:schema31.properties.storage.properties.objstore.properties.endpoint,data:data93};
if(vErrors === null){
vErrors = [err170];
}
else {
vErrors.push(err170);
}
errors++;
}
}
else {
const err171 = {instancePath:instancePath+"/storage/objstore/endpoint",schemaPath:"#/properties/storage/properties/objstore/properties/endpoint/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.storage.properties.objstore.properties.endpoint.type,parentSchema:schema31.properties.storage.properties.objstore.properties.endpoint,data:data93};
if(vErrors === null){
vErrors = [err171];
}
else {
vErrors.push(err171);
}
errors++;
}
}
if(data92.forcePathStyle !== undefined){
let data94 = data92.forcePathStyle;
if(typeof data94 !== "boolean"){
const err172 = {instancePath:instancePath+"/storage/objstore/forcePathStyle",schemaPath:"#/properties/storage/properties/objstore/properties/forcePathStyle/type",keyword:"type",params:{type: "boolean"},message:"must be boolean",schema:schema31.properties.storage.properties.objstore.properties.forcePathStyle.type,parentSchema:schema31.properties.storage.properties.objstore.properties.forcePathStyle,data:data94};
if(vErrors === null){
vErrors = [err172];
}
else {
vErrors.push(err172);
}
errors++;
}
}
if(data92.regions !== undefined){
let data95 = data92.regions;
if(Array.isArray(data95)){
const len4 = data95.length;
for(let i4=0; i4<len4; i4++){
let data96 = data95[i4];
if(typeof data96 === "string"){
if(!pattern8.test(data96)){
const err173 = {instancePath:instancePath+"/storage/objstore/regions/" + i4,schemaPath:"#/properties/storage/properties/objstore/properties/regions/items/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$"},message:"must match pattern \""+"^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$"+"\"",schema:"^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$",parentSchema:schema31.properties.storage.properties.objstore.properties.regions.items,data:data96};
if(vErrors === null){
vErrors = [err173];
}
else {
vErrors.push(err173);
}
errors++;
}
}
else {
const err174 = {instancePath:instancePath+"/storage/objstore/regions/" + i4,schemaPath:"#/properties/storage/properties/objstore/properties/regions/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.storage.properties.objstore.properties.regions.items.type,parentSchema:schema31.properties.storage.properties.objstore.properties.regions.items,data:data96};
if(vErrors === null){
vErrors = [err174];
}
else {
vErrors.push(err174);
}
errors++;
}
}
}
else {
const err175 = {instancePath:instancePath+"/storage/objstore/regions",schemaPath:"#/properties/storage/properties/objstore/properties/regions/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.storage.properties.objstore.properties.regions.type,parentSchema:schema31.properties.storage.properties.objstore.properties.regions,data:data95};
if(vErrors === null){
vErrors = [err175];
}
else {
vErrors.push(err175);
}
errors++;
}
}
if(data92.acls !== undefined){
let data97 = data92.acls;
if(Array.isArray(data97)){
const len5 = data97.length;
for(let i5=0; i5<len5; i5++){
let data98 = data97[i5];
if(typeof data98 === "string"){
if(func2(data98) < 1){
const err176 = {instancePath:instancePath+"/storage/objstore/acls/" + i5,schemaPath:"#/properties/storage/properties/objstore/properties/acls/items/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.storage.properties.objstore.properties.acls.items,data:data98};
if(vErrors === null){
vErrors = [err176];
}
else {
vErrors.push(err176);
}
errors++;
}
}
else {
const err177 = {instancePath:instancePath+"/storage/objstore/acls/" + i5,schemaPath:"#/properties/storage/properties/objstore/properties/acls/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.storage.properties.objstore.properties.acls.items.type,parentSchema:schema31.properties.storage.properties.objstore.properties.acls.items,data:data98};
if(vErrors === null){
vErrors = [err177];
}
else {
vErrors.push(err177);
}
errors++;
}
}
}
else {
const err178 = {instancePath:instancePath+"/storage/objstore/acls",schemaPath:"#/properties/storage/properties/objstore/properties/acls/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.storage.properties.objstore.properties.acls.type,parentSchema:schema31.properties.storage.properties.objstore.properties.acls,data:data97};
if(vErrors === null){
vErrors = [err178];
}
else {
vErrors.push(err178);
}
errors++;
}
}
}
else {
const err179 = {instancePath:instancePath+"/storage/objstore",schemaPath:"#/properties/storage/properties/objstore/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.storage.properties.objstore.type,parentSchema:schema31.properties.storage.properties.objstore,data:data92};
if(vErrors === null){
vErrors = [err179];
}
else {
vErrors.push(err179);
}
errors++;
}
}
if(data90.cstore !== undefined){
let data99 = data90.cstore;
if(data99 && typeof data99 == "object" && !Array.isArray(data99)){
for(const key15 in data99){
if(!(key15 === "endpoint")){
const err180 = {instancePath:instancePath+"/storage/cstore",schemaPath:"#/properties/storage/properties/cstore/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key15},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.storage.properties.cstore,data:data99};
if(vErrors === null){
vErrors = [err180];
}
else {
vErrors.push(err180);
}
errors++;
}
}
if(data99.endpoint !== undefined){
let data100 = data99.endpoint;
if(typeof data100 === "string"){
if(func2(data100) < 1){
const err181 = {instancePath:instancePath+"/storage/cstore/endpoint",schemaPath:"#/properties/storage/properties/cstore/properties/endpoint/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.storage.properties.cstore.properties.endpoint,data:data100};
if(vErrors === null){
vErrors = [err181];
}
else {
vErrors.push(err181);
}
errors++;
}
if(!pattern7.test(data100)){
const err182 = {instancePath:instancePath+"/storage/cstore/endpoint",schemaPath:"#/properties/storage/properties/cstore/properties/endpoint/pattern",keyword:"pattern",params:{pattern: "^(https?://[^/?#\\s@]+(/[^?#\\s]*)?)?$"},message:"must match pattern \""+"^(https?://[^/?#\\s@]+(/[^?#\\s]*)?)?$"+"\"",schema:"^(https?://[^/?#\\s@]+(/[^?#\\s]*)?)?$",parentSchema:schema31.properties.storage.properties.cstore.properties.endpoint,data:data100};
if(vErrors === null){
vErrors = [err182];
}
else {
vErrors.push(err182);
}
errors++;
}
}
else {
const err183 = {instancePath:instancePath+"/storage/cstore/endpoint",schemaPath:"#/properties/storage/properties/cstore/properties/endpoint/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.storage.properties.cstore.properties.endpoint.type,parentSchema:schema31.properties.storage.properties.cstore.properties.endpoint,data:data100};
if(vErrors === null){
vErrors = [err183];
}
else {
vErrors.push(err183);
}
errors++;
}
}
}
else {
const err184 = {instancePath:instancePath+"/storage/cstore",schemaPath:"#/properties/storage/properties/cstore/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.storage.properties.cstore.type,parentSchema:schema31.properties.storage.properties.cstore,data:data99};
if(vErrors === null){
vErrors = [err184];
}
else {
vErrors.push(err184);
}
errors++;
}
}
if(data90.deadlineSeconds !== undefined){
let data101 = data90.deadlineSeconds;
if((typeof data101 == "number") && (isFinite(data101))){
if(data101 > 600 || isNaN(data101)){
const err185 = {instancePath:instancePath+"/storage/deadlineSeconds",schemaPath:"#/properties/storage/properties/deadlineSeconds/maximum",keyword:"maximum",params:{comparison: "<=", limit: 600},message:"must be <= 600",schema:600,parentSchema:schema31.properties.storage.properties.deadlineSeconds,data:data101};
if(vErrors === null){
vErrors = [err185];
}
else {
vErrors.push(err185);
}
errors++;
}
if(data101 <= 0 || isNaN(data101)){
const err186 = {instancePath:instancePath+"/storage/deadlineSeconds",schemaPath:"#/properties/storage/properties/deadlineSeconds/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema31.properties.storage.properties.deadlineSeconds,data:data101};
if(vErrors === null){
vErrors = [err186];
}
else {
vErrors.push(err186);
}
errors++;
}
}
else {
const err187 = {instancePath:instancePath+"/storage/deadlineSeconds",schemaPath:"#/properties/storage/properties/deadlineSeconds/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.storage.properties.deadlineSeconds.type,parentSchema:schema31.properties.storage.properties.deadlineSeconds,data:data101};
if(vErrors === null){
vErrors = [err187];
}
else {
vErrors.push(err187);
}
errors++;
}
}
if(data90.attempts !== undefined){
let data102 = data90.attempts;
if(!(((typeof data102 == "number") && (!(data102 % 1) && !isNaN(data102))) && (isFinite(data102)))){
const err188 = {instancePath:instancePath+"/storage/attempts",schemaPath:"#/properties/storage/properties/attempts/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.storage.properties.attempts.type,parentSchema:schema31.properties.storage.properties.attempts,data:data102};
if(vErrors === null){
vErrors = [err188];
}
else {
vErrors.push(err188);
}
errors++;
}
if((typeof data102 == "number") && (isFinite(data102))){
if(data102 > 10 || isNaN(data102)){
const err189 = {instancePath:instancePath+"/storage/attempts",schemaPath:"#/properties/storage/properties/attempts/maximum",keyword:"maximum",params:{comparison: "<=", limit: 10},message:"must be <= 10",schema:10,parentSchema:schema31.properties.storage.properties.attempts,data:data102};
if(vErrors === null){
vErrors = [err189];
}
else {
vErrors.push(err189);
}
errors++;
}
if(data102 < 1 || isNaN(data102)){
const err190 = {instancePath:instancePath+"/storage/attempts",schemaPath:"#/properties/storage/properties/attempts/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.storage.properties.attempts,data:data102};
if(vErrors === null){
vErrors = [err190];
}
else {
vErrors.push(err190);
}
errors++;
}
}
}
if(data90.maxUploads !== undefined){
let data103 = data90.maxUploads;
if(!(((typeof data103 == "number") && (!(data103 % 1) && !isNaN(data103))) && (isFinite(data103)))){
const err191 = {instancePath:instancePath+"/storage/maxUploads",schemaPath:"#/properties/storage/properties/maxUploads/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.storage.properties.maxUploads.type,parentSchema:schema31.properties.storage.properties.maxUploads,data:data103};
if(vErrors === null){
vErrors = [err191];
}
else {
vErrors.push(err191);
}
errors++;
}
if((typeof data103 == "number") && (isFinite(data103))){
if(data103 < 1 || isNaN(data103)){
const err192 = {instancePath:instancePath+"/storage/maxUploads",schemaPath:"#/properties/storage/properties/maxUploads/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.storage.properties.maxUploads,data:data103};
if(vErrors === null){
vErrors = [err192];
}
else {
vErrors.push(err192);
}
errors++;
}
}
}
if(data90.stores !== undefined){
let data104 = data90.stores;
if(data104 && typeof data104 == "object" && !Array.isArray(data104)){
for(const key16 in data104){
const _errs222 = errors;
if(typeof key16 === "string"){
if(!pattern10.test(key16)){
const err193 = {instancePath:instancePath+"/storage/stores",schemaPath:"#/properties/storage/properties/stores/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$"},message:"must match pattern \""+"^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$"+"\"",schema:"^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$",parentSchema:schema31.properties.storage.properties.stores.propertyNames,data:key16,propertyName:key16};
if(vErrors === null){
vErrors = [err193];
}
else {
vErrors.push(err193);
}
errors++;
}
}
var valid28 = _errs222 === errors;
if(!valid28){
const err194 = {instancePath:instancePath+"/storage/stores",schemaPath:"#/properties/storage/properties/stores/propertyNames",keyword:"propertyNames",params:{propertyName: key16},message:"property name must be valid",schema:schema31.properties.storage.properties.stores.propertyNames,parentSchema:schema31.properties.storage.properties.stores,data:data104};
if(vErrors === null){
vErrors = [err194];
}
else {
vErrors.push(err194);
}
errors++;
}
}
for(const key17 in data104){
if(!(validate21(data104[key17], {instancePath:instancePath+"/storage/stores/" + key17.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data104,parentDataProperty:key17,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors);
errors = vErrors.length;
}
}
}
else {
const err195 = {instancePath:instancePath+"/storage/stores",schemaPath:"#/properties/storage/properties/stores/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.storage.properties.stores.type,parentSchema:schema31.properties.storage.properties.stores,data:data104};
if(vErrors === null){
vErrors = [err195];
}
else {
vErrors.push(err195);
}
errors++;
}
}
}
else {
const err196 = {instancePath:instancePath+"/storage",schemaPath:"#/properties/storage/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.storage.type,parentSchema:schema31.properties.storage,data:data90};
if(vErrors === null){
vErrors = [err196];
}
else {
vErrors.push(err196);
}
errors++;
}
}
if(data.shutdown !== undefined){
let data106 = data.shutdown;
if(data106 && typeof data106 == "object" && !Array.isArray(data106)){
for(const key18 in data106){
if(!(key18 === "graceSeconds")){
const err197 = {instancePath:instancePath+"/shutdown",schemaPath:"#/properties/shutdown/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key18},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.shutdown,data:data106};
if(vErrors === null){
vErrors = [err197];
}
else {
vErrors.push(err197);
}
errors++;
}
}
if(data106.graceSeconds !== undefined){
let data107 = data106.graceSeconds;
if((typeof data107 == "number") && (isFinite(data107))){
if(data107 < 0 || isNaN(data107)){
const err198 = {instancePath:instancePath+"/shutdown/graceSeconds",schemaPath:"#/properties/shutdown/properties/graceSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.shutdown.properties.graceSeconds,data:data107};
if(vErrors === null){
vErrors = [err198];
}
else {
vErrors.push(err198);
}
errors++;
}
}
else {
const err199 = {instancePath:instancePath+"/shutdown/graceSeconds",schemaPath:"#/properties/shutdown/properties/graceSeconds/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.shutdown.properties.graceSeconds.type,parentSchema:schema31.properties.shutdown.properties.graceSeconds,data:data107};
if(vErrors === null){
vErrors = [err199];
}
else {
vErrors.push(err199);
}
errors++;
}
}
}
else {
const err200 = {instancePath:instancePath+"/shutdown",schemaPath:"#/properties/shutdown/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.shutdown.type,parentSchema:schema31.properties.shutdown,data:data106};
if(vErrors === null){
vErrors = [err200];
}
else {
vErrors.push(err200);
}
errors++;
}
}
if(data.log !== undefined){
let data108 = data.log;
if(data108 && typeof data108 == "object" && !Array.isArray(data108)){
for(const key19 in data108){
if(!((key19 === "level") || (key19 === "format"))){
const err201 = {instancePath:instancePath+"/log",schemaPath:"#/properties/log/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key19},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.log,data:data108};
if(vErrors === null){
vErrors = [err201];
}
else {
vErrors.push(err201);
}
errors++;
}
}
if(data108.level !== undefined){
let data109 = data108.level;
if(!(((((data109 === "debug") || (data109 === "info")) || (data109 === "warn")) || (data109 === "error")) || (data109 === "silent"))){
const err202 = {instancePath:instancePath+"/log/level",schemaPath:"#/properties/log/properties/level/enum",keyword:"enum",params:{allowedValues: schema31.properties.log.properties.level.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.log.properties.level.enum,parentSchema:schema31.properties.log.properties.level,data:data109};
if(vErrors === null){
vErrors = [err202];
}
else {
vErrors.push(err202);
}
errors++;
}
}
if(data108.format !== undefined){
let data110 = data108.format;
if(!(((data110 === "auto") || (data110 === "json")) || (data110 === "pretty"))){
const err203 = {instancePath:instancePath+"/log/format",schemaPath:"#/properties/log/properties/format/enum",keyword:"enum",params:{allowedValues: schema31.properties.log.properties.format.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.log.properties.format.enum,parentSchema:schema31.properties.log.properties.format,data:data110};
if(vErrors === null){
vErrors = [err203];
}
else {
vErrors.push(err203);
}
errors++;
}
}
}
else {
const err204 = {instancePath:instancePath+"/log",schemaPath:"#/properties/log/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.log.type,parentSchema:schema31.properties.log,data:data108};
if(vErrors === null){
vErrors = [err204];
}
else {
vErrors.push(err204);
}
errors++;
}
}
if(data.quality !== undefined){
let data111 = data.quality;
if(data111 && typeof data111 == "object" && !Array.isArray(data111)){
for(const key20 in data111){
if(!(func1.call(schema31.properties.quality.properties, key20))){
const err205 = {instancePath:instancePath+"/quality",schemaPath:"#/properties/quality/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key20},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.quality,data:data111};
if(vErrors === null){
vErrors = [err205];
}
else {
vErrors.push(err205);
}
errors++;
}
}
if(data111.mode !== undefined){
let data112 = data111.mode;
if(!((data112 === "adaptive") || (data112 === "fixed"))){
const err206 = {instancePath:instancePath+"/quality/mode",schemaPath:"#/properties/quality/properties/mode/enum",keyword:"enum",params:{allowedValues: schema31.properties.quality.properties.mode.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.quality.properties.mode.enum,parentSchema:schema31.properties.quality.properties.mode,data:data112};
if(vErrors === null){
vErrors = [err206];
}
else {
vErrors.push(err206);
}
errors++;
}
}
if(data111.effort !== undefined){
let data113 = data111.effort;
if(!(((data113 === "fast") || (data113 === "balanced")) || (data113 === "best"))){
const err207 = {instancePath:instancePath+"/quality/effort",schemaPath:"#/properties/quality/properties/effort/enum",keyword:"enum",params:{allowedValues: schema31.properties.quality.properties.effort.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.quality.properties.effort.enum,parentSchema:schema31.properties.quality.properties.effort,data:data113};
if(vErrors === null){
vErrors = [err207];
}
else {
vErrors.push(err207);
}
errors++;
}
}
if(data111.preset !== undefined){
let data114 = data111.preset;
if(!(((data114 === "archive") || (data114 === "high")) || (data114 === "compact"))){
const err208 = {instancePath:instancePath+"/quality/preset",schemaPath:"#/properties/quality/properties/preset/enum",keyword:"enum",params:{allowedValues: schema31.properties.quality.properties.preset.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.quality.properties.preset.enum,parentSchema:schema31.properties.quality.properties.preset,data:data114};
if(vErrors === null){
vErrors = [err208];
}
else {
vErrors.push(err208);
}
errors++;
}
}
if(data111.target !== undefined){
let data115 = data111.target;
if((typeof data115 == "number") && (isFinite(data115))){
if(data115 > 95 || isNaN(data115)){
const err209 = {instancePath:instancePath+"/quality/target",schemaPath:"#/properties/quality/properties/target/maximum",keyword:"maximum",params:{comparison: "<=", limit: 95},message:"must be <= 95",schema:95,parentSchema:schema31.properties.quality.properties.target,data:data115};
if(vErrors === null){
vErrors = [err209];
}
else {
vErrors.push(err209);
}
errors++;
}
if(data115 < 30 || isNaN(data115)){
const err210 = {instancePath:instancePath+"/quality/target",schemaPath:"#/properties/quality/properties/target/minimum",keyword:"minimum",params:{comparison: ">=", limit: 30},message:"must be >= 30",schema:30,parentSchema:schema31.properties.quality.properties.target,data:data115};
if(vErrors === null){
vErrors = [err210];
}
else {
vErrors.push(err210);
}
errors++;
}
}
else {
const err211 = {instancePath:instancePath+"/quality/target",schemaPath:"#/properties/quality/properties/target/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.quality.properties.target.type,parentSchema:schema31.properties.quality.properties.target,data:data115};
if(vErrors === null){
vErrors = [err211];
}
else {
vErrors.push(err211);
}
errors++;
}
}
if(data111.min !== undefined){
let data116 = data111.min;
if((typeof data116 == "number") && (isFinite(data116))){
if(data116 > 95 || isNaN(data116)){
const err212 = {instancePath:instancePath+"/quality/min",schemaPath:"#/properties/quality/properties/min/maximum",keyword:"maximum",params:{comparison: "<=", limit: 95},message:"must be <= 95",schema:95,parentSchema:schema31.properties.quality.properties.min,data:data116};
if(vErrors === null){
vErrors = [err212];
}
else {
vErrors.push(err212);
}
errors++;
}
if(data116 < 0 || isNaN(data116)){
const err213 = {instancePath:instancePath+"/quality/min",schemaPath:"#/properties/quality/properties/min/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.quality.properties.min,data:data116};
if(vErrors === null){
vErrors = [err213];
}
else {
vErrors.push(err213);
}
errors++;
}
}
else {
const err214 = {instancePath:instancePath+"/quality/min",schemaPath:"#/properties/quality/properties/min/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.quality.properties.min.type,parentSchema:schema31.properties.quality.properties.min,data:data116};
if(vErrors === null){
vErrors = [err214];
}
else {
vErrors.push(err214);
}
errors++;
}
}
if(data111.max !== undefined){
let data117 = data111.max;
if((!((typeof data117 == "number") && (isFinite(data117)))) && (data117 !== null)){
const err215 = {instancePath:instancePath+"/quality/max",schemaPath:"#/properties/quality/properties/max/type",keyword:"type",params:{type: schema31.properties.quality.properties.max.type},message:"must be number,null",schema:schema31.properties.quality.properties.max.type,parentSchema:schema31.properties.quality.properties.max,data:data117};
if(vErrors === null){
vErrors = [err215];
}
else {
vErrors.push(err215);
}
errors++;
}
if((typeof data117 == "number") && (isFinite(data117))){
if(data117 > 100 || isNaN(data117)){
const err216 = {instancePath:instancePath+"/quality/max",schemaPath:"#/properties/quality/properties/max/maximum",keyword:"maximum",params:{comparison: "<=", limit: 100},message:"must be <= 100",schema:100,parentSchema:schema31.properties.quality.properties.max,data:data117};
if(vErrors === null){
vErrors = [err216];
}
else {
vErrors.push(err216);
}
errors++;
}
if(data117 < 30 || isNaN(data117)){
const err217 = {instancePath:instancePath+"/quality/max",schemaPath:"#/properties/quality/properties/max/minimum",keyword:"minimum",params:{comparison: ">=", limit: 30},message:"must be >= 30",schema:30,parentSchema:schema31.properties.quality.properties.max,data:data117};
if(vErrors === null){
vErrors = [err217];
}
else {
vErrors.push(err217);
}
errors++;
}
}
}
if(data111.trials !== undefined){
let data118 = data111.trials;
if(!(((typeof data118 == "number") && (!(data118 % 1) && !isNaN(data118))) && (isFinite(data118)))){
const err218 = {instancePath:instancePath+"/quality/trials",schemaPath:"#/properties/quality/properties/trials/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema31.properties.quality.properties.trials.type,parentSchema:schema31.properties.quality.properties.trials,data:data118};
if(vErrors === null){
vErrors = [err218];
}
else {
vErrors.push(err218);
}
errors++;
}
if((typeof data118 == "number") && (isFinite(data118))){
if(data118 > 12 || isNaN(data118)){
const err219 = {instancePath:instancePath+"/quality/trials",schemaPath:"#/properties/quality/properties/trials/maximum",keyword:"maximum",params:{comparison: "<=", limit: 12},message:"must be <= 12",schema:12,parentSchema:schema31.properties.quality.properties.trials,data:data118};
if(vErrors === null){
vErrors = [err219];
}
else {
vErrors.push(err219);
}
errors++;
}
if(data118 < 1 || isNaN(data118)){
const err220 = {instancePath:instancePath+"/quality/trials",schemaPath:"#/properties/quality/properties/trials/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema31.properties.quality.properties.trials,data:data118};
if(vErrors === null){
vErrors = [err220];
}
else {
vErrors.push(err220);
}
errors++;
}
}
}
if(data111.budget !== undefined){
let data119 = data111.budget;
if((typeof data119 == "number") && (isFinite(data119))){
if(data119 <= 0 || isNaN(data119)){
const err221 = {instancePath:instancePath+"/quality/budget",schemaPath:"#/properties/quality/properties/budget/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema31.properties.quality.properties.budget,data:data119};
if(vErrors === null){
vErrors = [err221];
}
else {
vErrors.push(err221);
}
errors++;
}
}
else {
const err222 = {instancePath:instancePath+"/quality/budget",schemaPath:"#/properties/quality/properties/budget/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.quality.properties.budget.type,parentSchema:schema31.properties.quality.properties.budget,data:data119};
if(vErrors === null){
vErrors = [err222];
}
else {
vErrors.push(err222);
}
errors++;
}
}
if(data111.paletteBudget !== undefined){
let data120 = data111.paletteBudget;
if((typeof data120 == "number") && (isFinite(data120))){
if(data120 <= 0 || isNaN(data120)){
const err223 = {instancePath:instancePath+"/quality/paletteBudget",schemaPath:"#/properties/quality/properties/paletteBudget/exclusiveMinimum",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",schema:0,parentSchema:schema31.properties.quality.properties.paletteBudget,data:data120};
if(vErrors === null){
vErrors = [err223];
}
else {
vErrors.push(err223);
}
errors++;
}
}
else {
const err224 = {instancePath:instancePath+"/quality/paletteBudget",schemaPath:"#/properties/quality/properties/paletteBudget/type",keyword:"type",params:{type: "number"},message:"must be number",schema:schema31.properties.quality.properties.paletteBudget.type,parentSchema:schema31.properties.quality.properties.paletteBudget,data:data120};
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
else {
const err225 = {instancePath:instancePath+"/quality",schemaPath:"#/properties/quality/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.quality.type,parentSchema:schema31.properties.quality,data:data111};
if(vErrors === null){
vErrors = [err225];
}
else {
vErrors.push(err225);
}
errors++;
}
}
if(data.decoders !== undefined){
let data121 = data.decoders;
if(data121 && typeof data121 == "object" && !Array.isArray(data121)){
for(const key21 in data121){
const _errs255 = errors;
if(typeof key21 === "string"){
if(!pattern15.test(key21)){
const err226 = {instancePath:instancePath+"/decoders",schemaPath:"#/properties/decoders/propertyNames/pattern",keyword:"pattern",params:{pattern: "^image/[a-z0-9.+-]+$"},message:"must match pattern \""+"^image/[a-z0-9.+-]+$"+"\"",schema:"^image/[a-z0-9.+-]+$",parentSchema:schema31.properties.decoders.propertyNames,data:key21,propertyName:key21};
if(vErrors === null){
vErrors = [err226];
}
else {
vErrors.push(err226);
}
errors++;
}
}
var valid33 = _errs255 === errors;
if(!valid33){
const err227 = {instancePath:instancePath+"/decoders",schemaPath:"#/properties/decoders/propertyNames",keyword:"propertyNames",params:{propertyName: key21},message:"property name must be valid",schema:schema31.properties.decoders.propertyNames,parentSchema:schema31.properties.decoders,data:data121};
if(vErrors === null){
vErrors = [err227];
}
else {
vErrors.push(err227);
}
errors++;
}
}
for(const key22 in data121){
let data122 = data121[key22];
const _errs258 = errors;
let valid35 = false;
const _errs259 = errors;
if(data122 && typeof data122 == "object" && !Array.isArray(data122)){
if(data122.command === undefined){
const err228 = {instancePath:instancePath+"/decoders/" + key22.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/decoder/required",keyword:"required",params:{missingProperty: "command"},message:"must have required property '"+"command"+"'",schema:schema36.required,parentSchema:schema36,data:data122};
if(vErrors === null){
vErrors = [err228];
}
else {
vErrors.push(err228);
}
errors++;
}
for(const key23 in data122){
if(!(((((key23 === "command") || (key23 === "deepCommand")) || (key23 === "writes")) || (key23 === "warns")) || (key23 === "version"))){
const err229 = {instancePath:instancePath+"/decoders/" + key22.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/decoder/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key23},message:"must NOT have additional properties",schema:false,parentSchema:schema36,data:data122};
if(vErrors === null){
vErrors = [err229];
}
else {
vErrors.push(err229);
}
errors++;
}
}
if(data122.command !== undefined){
let data123 = data122.command;
if(Array.isArray(data123)){
if(data123.length < 1){
const err230 = {instancePath:instancePath+"/decoders/" + key22.replace(/~/g, "~0").replace(/\//g, "~1")+"/command",schemaPath:"#/$defs/decoder/properties/command/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema36.properties.command,data:data123};
if(vErrors === null){
vErrors = [err230];
}
else {
vErrors.push(err230);
}
errors++;
}
const len6 = data123.length;
for(let i6=0; i6<len6; i6++){
let data124 = data123[i6];
if(typeof data124 !== "string"){
const err231 = {instancePath:instancePath+"/decoders/" + key22.replace(/~/g, "~0").replace(/\//g, "~1")+"/command/" + i6,schemaPath:"#/$defs/decoder/properties/command/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema36.properties.command.items.type,parentSchema:schema36.properties.command.items,data:data124};
if(vErrors === null){
vErrors = [err231];
}
else {
vErrors.push(err231);
}
errors++;
}
}
}
else {
const err232 = {instancePath:instancePath+"/decoders/" + key22.replace(/~/g, "~0").replace(/\//g, "~1")+"/command",schemaPath:"#/$defs/decoder/properties/command/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema36.properties.command.type,parentSchema:schema36.properties.command,data:data123};
if(vErrors === null){
vErrors = [err232];
}
else {
vErrors.push(err232);
}
errors++;
}
}
if(data122.deepCommand !== undefined){
let data125 = data122.deepCommand;
if(Array.isArray(data125)){
if(data125.length < 1){
const err233 = {instancePath:instancePath+"/decoders/" + key22.replace(/~/g, "~0").replace(/\//g, "~1")+"/deepCommand",schemaPath:"#/$defs/decoder/properties/deepCommand/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema36.properties.deepCommand,data:data125};
if(vErrors === null){
vErrors = [err233];
}
else {
vErrors.push(err233);
}
errors++;
}
const len7 = data125.length;
for(let i7=0; i7<len7; i7++){
let data126 = data125[i7];
if(typeof data126 !== "string"){
const err234 = {instancePath:instancePath+"/decoders/" + key22.replace(/~/g, "~0").replace(/\//g, "~1")+"/deepCommand/" + i7,schemaPath:"#/$defs/decoder/properties/deepCommand/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema36.properties.deepCommand.items.type,parentSchema:schema36.properties.deepCommand.items,data:data126};
if(vErrors === null){
vErrors = [err234];
}
else {
vErrors.push(err234);
}
errors++;
}
}
}
else {
const err235 = {instancePath:instancePath+"/decoders/" + key22.replace(/~/g, "~0").replace(/\//g, "~1")+"/deepCommand",schemaPath:"#/$defs/decoder/properties/deepCommand/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema36.properties.deepCommand.type,parentSchema:schema36.properties.deepCommand,data:data125};
if(vErrors === null){
vErrors = [err235];
}
else {
vErrors.push(err235);
}
errors++;
}
}
if(data122.writes !== undefined){
let data127 = data122.writes;
if(!((data127 === "image/x-portable-pixmap") || (data127 === "image/png"))){
const err236 = {instancePath:instancePath+"/decoders/" + key22.replace(/~/g, "~0").replace(/\//g, "~1")+"/writes",schemaPath:"#/$defs/decoder/properties/writes/enum",keyword:"enum",params:{allowedValues: schema36.properties.writes.enum},message:"must be equal to one of the allowed values",schema:schema36.properties.writes.enum,parentSchema:schema36.properties.writes,data:data127};
if(vErrors === null){
vErrors = [err236];
}
else {
vErrors.push(err236);
}
errors++;
}
}
if(data122.warns !== undefined){
let data128 = data122.warns;
if(Array.isArray(data128)){
const len8 = data128.length;
for(let i8=0; i8<len8; i8++){
let data129 = data128[i8];
if(!(((typeof data129 == "number") && (!(data129 % 1) && !isNaN(data129))) && (isFinite(data129)))){
const err237 = {instancePath:instancePath+"/decoders/" + key22.replace(/~/g, "~0").replace(/\//g, "~1")+"/warns/" + i8,schemaPath:"#/$defs/decoder/properties/warns/items/type",keyword:"type",params:{type: "integer"},message:"must be integer",schema:schema36.properties.warns.items.type,parentSchema:schema36.properties.warns.items,data:data129};
if(vErrors === null){
vErrors = [err237];
}
else {
vErrors.push(err237);
}
errors++;
}
if((typeof data129 == "number") && (isFinite(data129))){
if(data129 > 255 || isNaN(data129)){
const err238 = {instancePath:instancePath+"/decoders/" + key22.replace(/~/g, "~0").replace(/\//g, "~1")+"/warns/" + i8,schemaPath:"#/$defs/decoder/properties/warns/items/maximum",keyword:"maximum",params:{comparison: "<=", limit: 255},message:"must be <= 255",schema:255,parentSchema:schema36.properties.warns.items,data:data129};
if(vErrors === null){
vErrors = [err238];
}
else {
vErrors.push(err238);
}
errors++;
}
if(data129 < 1 || isNaN(data129)){
const err239 = {instancePath:instancePath+"/decoders/" + key22.replace(/~/g, "~0").replace(/\//g, "~1")+"/warns/" + i8,schemaPath:"#/$defs/decoder/properties/warns/items/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1",schema:1,parentSchema:schema36.properties.warns.items,data:data129};
if(vErrors === null){
vErrors = [err239];
}
else {
vErrors.push(err239);
}
errors++;
}
}
}
}
else {
const err240 = {instancePath:instancePath+"/decoders/" + key22.replace(/~/g, "~0").replace(/\//g, "~1")+"/warns",schemaPath:"#/$defs/decoder/properties/warns/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema36.properties.warns.type,parentSchema:schema36.properties.warns,data:data128};
if(vErrors === null){
vErrors = [err240];
}
else {
vErrors.push(err240);
}
errors++;
}
}
if(data122.version !== undefined){
let data130 = data122.version;
if(Array.isArray(data130)){
const len9 = data130.length;
for(let i9=0; i9<len9; i9++){
let data131 = data130[i9];
if(typeof data131 !== "string"){
const err241 = {instancePath:instancePath+"/decoders/" + key22.replace(/~/g, "~0").replace(/\//g, "~1")+"/version/" + i9,schemaPath:"#/$defs/decoder/properties/version/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema36.properties.version.items.type,parentSchema:schema36.properties.version.items,data:data131};
if(vErrors === null){
vErrors = [err241];
}
else {
vErrors.push(err241);
}
errors++;
}
}
}
else {
const err242 = {instancePath:instancePath+"/decoders/" + key22.replace(/~/g, "~0").replace(/\//g, "~1")+"/version",schemaPath:"#/$defs/decoder/properties/version/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema36.properties.version.type,parentSchema:schema36.properties.version,data:data130};
if(vErrors === null){
vErrors = [err242];
}
else {
vErrors.push(err242);
}
errors++;
}
}
}
else {
const err243 = {instancePath:instancePath+"/decoders/" + key22.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/$defs/decoder/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema36.type,parentSchema:schema36,data:data122};
if(vErrors === null){
vErrors = [err243];
}
else {
vErrors.push(err243);
}
errors++;
}
var _valid0 = _errs259 === errors;
valid35 = valid35 || _valid0;
const _errs280 = errors;
if(data122 !== null){
const err244 = {instancePath:instancePath+"/decoders/" + key22.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/decoders/additionalProperties/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null",schema:schema31.properties.decoders.additionalProperties.anyOf[1].type,parentSchema:schema31.properties.decoders.additionalProperties.anyOf[1],data:data122};
if(vErrors === null){
vErrors = [err244];
}
else {
vErrors.push(err244);
}
errors++;
}
var _valid0 = _errs280 === errors;
valid35 = valid35 || _valid0;
if(!valid35){
const err245 = {instancePath:instancePath+"/decoders/" + key22.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/decoders/additionalProperties/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema31.properties.decoders.additionalProperties.anyOf,parentSchema:schema31.properties.decoders.additionalProperties,data:data122};
if(vErrors === null){
vErrors = [err245];
}
else {
vErrors.push(err245);
}
errors++;
}
else {
errors = _errs258;
if(vErrors !== null){
if(_errs258){
vErrors.length = _errs258;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err246 = {instancePath:instancePath+"/decoders",schemaPath:"#/properties/decoders/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.decoders.type,parentSchema:schema31.properties.decoders,data:data121};
if(vErrors === null){
vErrors = [err246];
}
else {
vErrors.push(err246);
}
errors++;
}
}
if(data.encoders !== undefined){
let data132 = data.encoders;
if(data132 && typeof data132 == "object" && !Array.isArray(data132)){
for(const key24 in data132){
const _errs284 = errors;
if(typeof key24 === "string"){
if(!pattern16.test(key24)){
const err247 = {instancePath:instancePath+"/encoders",schemaPath:"#/properties/encoders/propertyNames/pattern",keyword:"pattern",params:{pattern: "^[a-z0-9][a-z0-9-]*$"},message:"must match pattern \""+"^[a-z0-9][a-z0-9-]*$"+"\"",schema:"^[a-z0-9][a-z0-9-]*$",parentSchema:schema31.properties.encoders.propertyNames,data:key24,propertyName:key24};
if(vErrors === null){
vErrors = [err247];
}
else {
vErrors.push(err247);
}
errors++;
}
}
var valid46 = _errs284 === errors;
if(!valid46){
const err248 = {instancePath:instancePath+"/encoders",schemaPath:"#/properties/encoders/propertyNames",keyword:"propertyNames",params:{propertyName: key24},message:"property name must be valid",schema:schema31.properties.encoders.propertyNames,parentSchema:schema31.properties.encoders,data:data132};
if(vErrors === null){
vErrors = [err248];
}
else {
vErrors.push(err248);
}
errors++;
}
}
for(const key25 in data132){
let data133 = data132[key25];
const _errs287 = errors;
let valid48 = false;
const _errs288 = errors;
if(!(validate23(data133, {instancePath:instancePath+"/encoders/" + key25.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data132,parentDataProperty:key25,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate23.errors : vErrors.concat(validate23.errors);
errors = vErrors.length;
}
var _valid1 = _errs288 === errors;
valid48 = valid48 || _valid1;
const _errs289 = errors;
if(data133 !== null){
const err249 = {instancePath:instancePath+"/encoders/" + key25.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/encoders/additionalProperties/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null",schema:schema31.properties.encoders.additionalProperties.anyOf[1].type,parentSchema:schema31.properties.encoders.additionalProperties.anyOf[1],data:data133};
if(vErrors === null){
vErrors = [err249];
}
else {
vErrors.push(err249);
}
errors++;
}
var _valid1 = _errs289 === errors;
valid48 = valid48 || _valid1;
if(!valid48){
const err250 = {instancePath:instancePath+"/encoders/" + key25.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/encoders/additionalProperties/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema31.properties.encoders.additionalProperties.anyOf,parentSchema:schema31.properties.encoders.additionalProperties,data:data133};
if(vErrors === null){
vErrors = [err250];
}
else {
vErrors.push(err250);
}
errors++;
}
else {
errors = _errs287;
if(vErrors !== null){
if(_errs287){
vErrors.length = _errs287;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err251 = {instancePath:instancePath+"/encoders",schemaPath:"#/properties/encoders/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.encoders.type,parentSchema:schema31.properties.encoders,data:data132};
if(vErrors === null){
vErrors = [err251];
}
else {
vErrors.push(err251);
}
errors++;
}
}
if(data.types !== undefined){
let data134 = data.types;
if(data134 && typeof data134 == "object" && !Array.isArray(data134)){
for(const key26 in data134){
const _errs293 = errors;
if(typeof key26 === "string"){
if(!pattern15.test(key26)){
const err252 = {instancePath:instancePath+"/types",schemaPath:"#/properties/types/propertyNames/pattern",keyword:"pattern",params:{pattern: "^image/[a-z0-9.+-]+$"},message:"must match pattern \""+"^image/[a-z0-9.+-]+$"+"\"",schema:"^image/[a-z0-9.+-]+$",parentSchema:schema31.properties.types.propertyNames,data:key26,propertyName:key26};
if(vErrors === null){
vErrors = [err252];
}
else {
vErrors.push(err252);
}
errors++;
}
}
var valid49 = _errs293 === errors;
if(!valid49){
const err253 = {instancePath:instancePath+"/types",schemaPath:"#/properties/types/propertyNames",keyword:"propertyNames",params:{propertyName: key26},message:"property name must be valid",schema:schema31.properties.types.propertyNames,parentSchema:schema31.properties.types,data:data134};
if(vErrors === null){
vErrors = [err253];
}
else {
vErrors.push(err253);
}
errors++;
}
}
for(const key27 in data134){
let data135 = data134[key27];
const _errs296 = errors;
let valid51 = false;
const _errs297 = errors;
if(Array.isArray(data135)){
if(data135.length < 1){
const err254 = {instancePath:instancePath+"/types/" + key27.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/types/additionalProperties/anyOf/0/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema31.properties.types.additionalProperties.anyOf[0],data:data135};
if(vErrors === null){
vErrors = [err254];
}
else {
vErrors.push(err254);
}
errors++;
}
const len10 = data135.length;
for(let i10=0; i10<len10; i10++){
let data136 = data135[i10];
if(Array.isArray(data136)){
if(data136.length < 1){
const err255 = {instancePath:instancePath+"/types/" + key27.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i10,schemaPath:"#/properties/types/additionalProperties/anyOf/0/items/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema31.properties.types.additionalProperties.anyOf[0].items,data:data136};
if(vErrors === null){
vErrors = [err255];
}
else {
vErrors.push(err255);
}
errors++;
}
const len11 = data136.length;
for(let i11=0; i11<len11; i11++){
let data137 = data136[i11];
if(typeof data137 !== "string"){
const err256 = {instancePath:instancePath+"/types/" + key27.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i10+"/" + i11,schemaPath:"#/properties/types/additionalProperties/anyOf/0/items/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.types.additionalProperties.anyOf[0].items.items.type,parentSchema:schema31.properties.types.additionalProperties.anyOf[0].items.items,data:data137};
if(vErrors === null){
vErrors = [err256];
}
else {
vErrors.push(err256);
}
errors++;
}
}
}
else {
const err257 = {instancePath:instancePath+"/types/" + key27.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i10,schemaPath:"#/properties/types/additionalProperties/anyOf/0/items/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.types.additionalProperties.anyOf[0].items.type,parentSchema:schema31.properties.types.additionalProperties.anyOf[0].items,data:data136};
if(vErrors === null){
vErrors = [err257];
}
else {
vErrors.push(err257);
}
errors++;
}
}
}
else {
const err258 = {instancePath:instancePath+"/types/" + key27.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/types/additionalProperties/anyOf/0/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.types.additionalProperties.anyOf[0].type,parentSchema:schema31.properties.types.additionalProperties.anyOf[0],data:data135};
if(vErrors === null){
vErrors = [err258];
}
else {
vErrors.push(err258);
}
errors++;
}
var _valid2 = _errs297 === errors;
valid51 = valid51 || _valid2;
const _errs303 = errors;
if(data135 !== null){
const err259 = {instancePath:instancePath+"/types/" + key27.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/types/additionalProperties/anyOf/1/type",keyword:"type",params:{type: "null"},message:"must be null",schema:schema31.properties.types.additionalProperties.anyOf[1].type,parentSchema:schema31.properties.types.additionalProperties.anyOf[1],data:data135};
if(vErrors === null){
vErrors = [err259];
}
else {
vErrors.push(err259);
}
errors++;
}
var _valid2 = _errs303 === errors;
valid51 = valid51 || _valid2;
if(!valid51){
const err260 = {instancePath:instancePath+"/types/" + key27.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/types/additionalProperties/anyOf",keyword:"anyOf",params:{},message:"must match a schema in anyOf",schema:schema31.properties.types.additionalProperties.anyOf,parentSchema:schema31.properties.types.additionalProperties,data:data135};
if(vErrors === null){
vErrors = [err260];
}
else {
vErrors.push(err260);
}
errors++;
}
else {
errors = _errs296;
if(vErrors !== null){
if(_errs296){
vErrors.length = _errs296;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err261 = {instancePath:instancePath+"/types",schemaPath:"#/properties/types/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.properties.types.type,parentSchema:schema31.properties.types,data:data134};
if(vErrors === null){
vErrors = [err261];
}
else {
vErrors.push(err261);
}
errors++;
}
}
if(data.wildcardTypes !== undefined){
let data138 = data.wildcardTypes;
if(Array.isArray(data138)){
if(data138.length < 1){
const err262 = {instancePath:instancePath+"/wildcardTypes",schemaPath:"#/properties/wildcardTypes/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema31.properties.wildcardTypes,data:data138};
if(vErrors === null){
vErrors = [err262];
}
else {
vErrors.push(err262);
}
errors++;
}
const len12 = data138.length;
for(let i12=0; i12<len12; i12++){
let data139 = data138[i12];
if(typeof data139 !== "string"){
const err263 = {instancePath:instancePath+"/wildcardTypes/" + i12,schemaPath:"#/properties/wildcardTypes/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.wildcardTypes.items.type,parentSchema:schema31.properties.wildcardTypes.items,data:data139};
if(vErrors === null){
vErrors = [err263];
}
else {
vErrors.push(err263);
}
errors++;
}
}
}
else {
const err264 = {instancePath:instancePath+"/wildcardTypes",schemaPath:"#/properties/wildcardTypes/type",keyword:"type",params:{type: "array"},message:"must be array",schema:schema31.properties.wildcardTypes.type,parentSchema:schema31.properties.wildcardTypes,data:data138};
if(vErrors === null){
vErrors = [err264];
}
else {
vErrors.push(err264);
}
errors++;
}
}
}
else {
const err265 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.type,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err265];
}
else {
vErrors.push(err265);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

