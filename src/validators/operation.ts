// @ts-nocheck
// "npm run schemas" writes this file from schemas/requests/operation.json.
import ucs2length from 'ajv/dist/runtime/ucs2length.js';
"use strict";
export const validate = validate20;
export default validate20;
const schema31 = {"type":"object","additionalProperties":false,"properties":{"resize":{"type":["object","null"],"additionalProperties":false,"properties":{"method":{"enum":["scale","fit","cover","thumb",null],"x-expected":"one of \"scale\", \"fit\", \"cover\", \"thumb\""},"width":{"type":["integer","null"],"minimum":0,"maximum":65535,"x-expected":"an integer from 1 to 65535"},"height":{"type":["integer","null"],"minimum":0,"maximum":65535,"x-expected":"an integer from 1 to 65535"}},"allOf":[{"if":{"properties":{"height":{"enum":[0,null]}}},"then":{"properties":{"width":{"not":{"const":0},"x-expected":"an integer from 1 to 65535"}}}},{"if":{"properties":{"width":{"enum":[0,null]}}},"then":{"properties":{"height":{"not":{"const":0},"x-expected":"an integer from 1 to 65535"}}}},{"if":{"oneOf":[{"required":["width"],"properties":{"width":{"not":{"enum":[0,null]}}}},{"required":["height"],"properties":{"height":{"not":{"enum":[0,null]}}}}]},"else":{"required":["method"],"properties":{"method":{"not":{"type":"null"},"x-expected":"one of \"scale\", \"fit\", \"cover\", \"thumb\""}},"x-expected":"one of \"scale\", \"fit\", \"cover\", \"thumb\""}},{"if":{"required":["method","width"],"properties":{"method":{"const":"scale"},"width":{"not":{"enum":[0,null]}}}},"then":{"properties":{"height":{"enum":[0,null],"x-expected":"no value beside width where the method is scale"}}}},{"if":{"required":["method"],"properties":{"method":{"const":"scale"},"height":{"type":"null"}}},"then":{"required":["width"],"properties":{"width":{"not":{"type":"null"},"x-expected":"a value here or in height where the method is scale"}},"x-expected":"a value here or in height where the method is scale"}},{"if":{"required":["method"],"properties":{"method":{"enum":["fit","cover","thumb"]}}},"then":{"required":["width","height"],"properties":{"width":{"not":{"enum":[0,null]},"x-expected":"an integer from 1 to 65535"},"height":{"not":{"enum":[0,null]},"x-expected":"an integer from 1 to 65535"}},"x-expected":"a value where the method is fit, cover or thumb"}}]},"convert":{"type":["object","null"],"additionalProperties":false,"required":["type"],"properties":{"type":{"type":["string","array"],"minItems":1,"items":{"type":"string"}}}},"transform":{"type":["object","null"],"additionalProperties":false,"properties":{"background":{"type":["string","null"],"pattern":"^(#[0-9A-Fa-f]{6}|white|black)$","x-expected":"#RRGGBB, white or black"}}},"preserve":{"type":["array","null"],"items":{"enum":["copyright","creation","location"]}},"store":{"type":["object","null"],"required":["service"],"properties":{"service":{"enum":["objstore","s3","cstore","gcs","named"]},"path":{"type":"string","minLength":1},"headers":{"type":["object","null"],"additionalProperties":{"type":["string","null"]}}},"allOf":[{"if":{"required":["service"],"properties":{"service":{"enum":["objstore"]}}},"then":{"required":["path","objstore_access_key_id","objstore_secret_access_key","region"],"additionalProperties":false,"properties":{"service":{},"path":{},"headers":{},"objstore_access_key_id":{"type":"string","pattern":"^[!-~]{1,128}$","x-expected":"1 to 128 printable ASCII characters without spaces"},"objstore_secret_access_key":{"type":"string","pattern":"^[!-~]{1,512}$","x-expected":"1 to 512 printable ASCII characters without spaces"},"region":{"type":"string"},"acl":{"type":["string","null"]}}}},{"if":{"required":["service"],"properties":{"service":{"enum":["s3"]}}},"then":{"required":["path","aws_access_key_id","aws_secret_access_key","region"],"additionalProperties":false,"properties":{"service":{},"path":{},"headers":{},"aws_access_key_id":{"type":"string","pattern":"^[!-~]{1,128}$","x-expected":"1 to 128 printable ASCII characters without spaces"},"aws_secret_access_key":{"type":"string","pattern":"^[!-~]{1,512}$","x-expected":"1 to 512 printable ASCII characters without spaces"},"region":{"type":"string"},"acl":{"type":["string","null"]}}}},{"if":{"required":["service"],"properties":{"service":{"enum":["cstore"]}}},"then":{"required":["path","cstore_access_token"],"additionalProperties":false,"properties":{"service":{},"path":{},"headers":{},"cstore_access_token":{"type":"string","pattern":"^[!-~]{1,4096}$","x-expected":"1 to 4096 printable ASCII characters without spaces"}}}},{"if":{"required":["service"],"properties":{"service":{"enum":["gcs"]}}},"then":{"required":["path","gcp_access_token"],"additionalProperties":false,"properties":{"service":{},"path":{},"headers":{},"gcp_access_token":{"type":"string","pattern":"^[!-~]{1,4096}$","x-expected":"1 to 4096 printable ASCII characters without spaces"}}}},{"if":{"required":["service"],"properties":{"service":{"enum":["named"]}}},"then":{"required":["path","name"],"additionalProperties":false,"properties":{"service":{},"path":{},"headers":{},"name":{"type":"string","minLength":1}}}}]}}};
const pattern4 = new RegExp("^(#[0-9A-Fa-f]{6}|white|black)$", "u");
const pattern5 = new RegExp("^[!-~]{1,128}$", "u");
const pattern6 = new RegExp("^[!-~]{1,512}$", "u");
const pattern9 = new RegExp("^[!-~]{1,4096}$", "u");
const func1 = ucs2length.default;

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
if(!(((((key0 === "resize") || (key0 === "convert")) || (key0 === "transform")) || (key0 === "preserve")) || (key0 === "store"))){
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
if(data.resize !== undefined){
let data0 = data.resize;
if((!(data0 && typeof data0 == "object" && !Array.isArray(data0))) && (data0 !== null)){
const err1 = {instancePath:instancePath+"/resize",schemaPath:"#/properties/resize/type",keyword:"type",params:{type: schema31.properties.resize.type},message:"must be object,null",schema:schema31.properties.resize.type,parentSchema:schema31.properties.resize,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
const _errs5 = errors;
let valid2 = true;
const _errs6 = errors;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.height !== undefined){
let data1 = data0.height;
if(!((data1 === 0) || (data1 === null))){
const err2 = {};
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
var _valid0 = _errs6 === errors;
errors = _errs5;
if(vErrors !== null){
if(_errs5){
vErrors.length = _errs5;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs8 = errors;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.width !== undefined){
let data2 = data0.width;
const _errs10 = errors;
const _errs11 = errors;
if(0 !== data2){
const err3 = {};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var valid5 = _errs11 === errors;
if(valid5){
const err4 = {instancePath:instancePath+"/resize/width",schemaPath:"#/properties/resize/allOf/0/then/properties/width/not",keyword:"not",params:{},message:"must NOT be valid",schema:schema31.properties.resize.allOf[0].then.properties.width.not,parentSchema:schema31.properties.resize.allOf[0].then.properties.width,data:data2};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
errors = _errs10;
if(vErrors !== null){
if(_errs10){
vErrors.length = _errs10;
}
else {
vErrors = null;
}
}
}
}
}
var _valid0 = _errs8 === errors;
valid2 = _valid0;
if(valid2){
var props0 = {};
props0.width = true;
props0.height = true;
}
}
if(!valid2){
const err5 = {instancePath:instancePath+"/resize",schemaPath:"#/properties/resize/allOf/0/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema",schema:schema31.properties.resize.allOf[0].if,parentSchema:schema31.properties.resize.allOf[0],data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
const _errs13 = errors;
let valid6 = true;
const _errs14 = errors;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.width !== undefined){
let data3 = data0.width;
if(!((data3 === 0) || (data3 === null))){
const err6 = {};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
var _valid1 = _errs14 === errors;
errors = _errs13;
if(vErrors !== null){
if(_errs13){
vErrors.length = _errs13;
}
else {
vErrors = null;
}
}
if(_valid1){
const _errs16 = errors;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.height !== undefined){
let data4 = data0.height;
const _errs18 = errors;
const _errs19 = errors;
if(0 !== data4){
const err7 = {};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
var valid9 = _errs19 === errors;
if(valid9){
const err8 = {instancePath:instancePath+"/resize/height",schemaPath:"#/properties/resize/allOf/1/then/properties/height/not",keyword:"not",params:{},message:"must NOT be valid",schema:schema31.properties.resize.allOf[1].then.properties.height.not,parentSchema:schema31.properties.resize.allOf[1].then.properties.height,data:data4};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
else {
errors = _errs18;
if(vErrors !== null){
if(_errs18){
vErrors.length = _errs18;
}
else {
vErrors = null;
}
}
}
}
}
var _valid1 = _errs16 === errors;
valid6 = _valid1;
if(valid6){
var props1 = {};
props1.height = true;
props1.width = true;
}
}
if(!valid6){
const err9 = {instancePath:instancePath+"/resize",schemaPath:"#/properties/resize/allOf/1/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema",schema:schema31.properties.resize.allOf[1].if,parentSchema:schema31.properties.resize.allOf[1],data:data0};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(props0 !== true && props1 !== undefined){
if(props1 === true){
props0 = true;
}
else {
props0 = props0 || {};
Object.assign(props0, props1);
}
}
const _errs21 = errors;
let valid10 = true;
const _errs22 = errors;
const _errs23 = errors;
let valid11 = false;
let passing0 = null;
const _errs24 = errors;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing0;
if((data0.width === undefined) && (missing0 = "width")){
const err10 = {};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
else {
if(data0.width !== undefined){
let data5 = data0.width;
const _errs26 = errors;
const _errs27 = errors;
if(!((data5 === 0) || (data5 === null))){
const err11 = {};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
var valid13 = _errs27 === errors;
if(valid13){
const err12 = {};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
else {
errors = _errs26;
if(vErrors !== null){
if(_errs26){
vErrors.length = _errs26;
}
else {
vErrors = null;
}
}
}
}
}
}
var _valid3 = _errs24 === errors;
if(_valid3){
valid11 = true;
passing0 = 0;
var props2 = {};
props2.width = true;
}
const _errs28 = errors;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing1;
if((data0.height === undefined) && (missing1 = "height")){
const err13 = {};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
else {
if(data0.height !== undefined){
let data6 = data0.height;
const _errs30 = errors;
const _errs31 = errors;
if(!((data6 === 0) || (data6 === null))){
const err14 = {};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
var valid15 = _errs31 === errors;
if(valid15){
const err15 = {};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
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
}
var _valid3 = _errs28 === errors;
if(_valid3 && valid11){
valid11 = false;
passing0 = [passing0, 1];
}
else {
if(_valid3){
valid11 = true;
passing0 = 1;
if(props2 !== true){
props2 = props2 || {};
props2.height = true;
}
}
}
if(!valid11){
const err16 = {};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
else {
errors = _errs23;
if(vErrors !== null){
if(_errs23){
vErrors.length = _errs23;
}
else {
vErrors = null;
}
}
}
var _valid2 = _errs22 === errors;
errors = _errs21;
if(vErrors !== null){
if(_errs21){
vErrors.length = _errs21;
}
else {
vErrors = null;
}
}
if(!_valid2){
const _errs32 = errors;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.method === undefined){
const err17 = {instancePath:instancePath+"/resize",schemaPath:"#/properties/resize/allOf/2/else/required",keyword:"required",params:{missingProperty: "method"},message:"must have required property '"+"method"+"'",schema:schema31.properties.resize.allOf[2].else.required,parentSchema:schema31.properties.resize.allOf[2].else,data:data0};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data0.method !== undefined){
let data7 = data0.method;
const _errs34 = errors;
const _errs35 = errors;
if(data7 !== null){
const err18 = {};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
var valid17 = _errs35 === errors;
if(valid17){
const err19 = {instancePath:instancePath+"/resize/method",schemaPath:"#/properties/resize/allOf/2/else/properties/method/not",keyword:"not",params:{},message:"must NOT be valid",schema:schema31.properties.resize.allOf[2].else.properties.method.not,parentSchema:schema31.properties.resize.allOf[2].else.properties.method,data:data7};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
else {
errors = _errs34;
if(vErrors !== null){
if(_errs34){
vErrors.length = _errs34;
}
else {
vErrors = null;
}
}
}
}
}
var _valid2 = _errs32 === errors;
valid10 = _valid2;
if(valid10){
if(props2 !== true){
props2 = props2 || {};
props2.method = true;
}
}
}
if(!valid10){
const err20 = {instancePath:instancePath+"/resize",schemaPath:"#/properties/resize/allOf/2/if",keyword:"if",params:{failingKeyword: "else"},message:"must match \"else\" schema",schema:schema31.properties.resize.allOf[2].if,parentSchema:schema31.properties.resize.allOf[2],data:data0};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(props0 !== true && props2 !== undefined){
if(props2 === true){
props0 = true;
}
else {
props0 = props0 || {};
Object.assign(props0, props2);
}
}
const _errs38 = errors;
let valid18 = true;
const _errs39 = errors;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing2;
if(((data0.method === undefined) && (missing2 = "method")) || ((data0.width === undefined) && (missing2 = "width"))){
const err21 = {};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
else {
if(data0.method !== undefined){
const _errs40 = errors;
if("scale" !== data0.method){
const err22 = {};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
var valid19 = _errs40 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data0.width !== undefined){
let data9 = data0.width;
const _errs41 = errors;
const _errs42 = errors;
const _errs43 = errors;
if(!((data9 === 0) || (data9 === null))){
const err23 = {};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
var valid20 = _errs43 === errors;
if(valid20){
const err24 = {};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
else {
errors = _errs42;
if(vErrors !== null){
if(_errs42){
vErrors.length = _errs42;
}
else {
vErrors = null;
}
}
}
var valid19 = _errs41 === errors;
}
else {
var valid19 = true;
}
}
}
}
var _valid4 = _errs39 === errors;
errors = _errs38;
if(vErrors !== null){
if(_errs38){
vErrors.length = _errs38;
}
else {
vErrors = null;
}
}
if(_valid4){
const _errs44 = errors;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.height !== undefined){
let data10 = data0.height;
if(!((data10 === 0) || (data10 === null))){
const err25 = {instancePath:instancePath+"/resize/height",schemaPath:"#/properties/resize/allOf/3/then/properties/height/enum",keyword:"enum",params:{allowedValues: schema31.properties.resize.allOf[3].then.properties.height.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.resize.allOf[3].then.properties.height.enum,parentSchema:schema31.properties.resize.allOf[3].then.properties.height,data:data10};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
var _valid4 = _errs44 === errors;
valid18 = _valid4;
if(valid18){
var props3 = {};
props3.height = true;
props3.method = true;
props3.width = true;
}
}
if(!valid18){
const err26 = {instancePath:instancePath+"/resize",schemaPath:"#/properties/resize/allOf/3/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema",schema:schema31.properties.resize.allOf[3].if,parentSchema:schema31.properties.resize.allOf[3],data:data0};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(props0 !== true && props3 !== undefined){
if(props3 === true){
props0 = true;
}
else {
props0 = props0 || {};
Object.assign(props0, props3);
}
}
const _errs47 = errors;
let valid22 = true;
const _errs48 = errors;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing3;
if((data0.method === undefined) && (missing3 = "method")){
const err27 = {};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
else {
if(data0.method !== undefined){
const _errs49 = errors;
if("scale" !== data0.method){
const err28 = {};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
var valid23 = _errs49 === errors;
}
else {
var valid23 = true;
}
if(valid23){
if(data0.height !== undefined){
const _errs50 = errors;
if(data0.height !== null){
const err29 = {};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
var valid23 = _errs50 === errors;
}
else {
var valid23 = true;
}
}
}
}
var _valid5 = _errs48 === errors;
errors = _errs47;
if(vErrors !== null){
if(_errs47){
vErrors.length = _errs47;
}
else {
vErrors = null;
}
}
if(_valid5){
const _errs52 = errors;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.width === undefined){
const err30 = {instancePath:instancePath+"/resize",schemaPath:"#/properties/resize/allOf/4/then/required",keyword:"required",params:{missingProperty: "width"},message:"must have required property '"+"width"+"'",schema:schema31.properties.resize.allOf[4].then.required,parentSchema:schema31.properties.resize.allOf[4].then,data:data0};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if(data0.width !== undefined){
let data13 = data0.width;
const _errs54 = errors;
const _errs55 = errors;
if(data13 !== null){
const err31 = {};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
var valid25 = _errs55 === errors;
if(valid25){
const err32 = {instancePath:instancePath+"/resize/width",schemaPath:"#/properties/resize/allOf/4/then/properties/width/not",keyword:"not",params:{},message:"must NOT be valid",schema:schema31.properties.resize.allOf[4].then.properties.width.not,parentSchema:schema31.properties.resize.allOf[4].then.properties.width,data:data13};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
else {
errors = _errs54;
if(vErrors !== null){
if(_errs54){
vErrors.length = _errs54;
}
else {
vErrors = null;
}
}
}
}
}
var _valid5 = _errs52 === errors;
valid22 = _valid5;
if(valid22){
var props4 = {};
props4.width = true;
props4.method = true;
props4.height = true;
}
}
if(!valid22){
const err33 = {instancePath:instancePath+"/resize",schemaPath:"#/properties/resize/allOf/4/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema",schema:schema31.properties.resize.allOf[4].if,parentSchema:schema31.properties.resize.allOf[4],data:data0};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
if(props0 !== true && props4 !== undefined){
if(props4 === true){
props0 = true;
}
else {
props0 = props0 || {};
Object.assign(props0, props4);
}
}
const _errs58 = errors;
let valid26 = true;
const _errs59 = errors;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing4;
if((data0.method === undefined) && (missing4 = "method")){
const err34 = {};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
else {
if(data0.method !== undefined){
let data14 = data0.method;
if(!(((data14 === "fit") || (data14 === "cover")) || (data14 === "thumb"))){
const err35 = {};
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
}
var _valid6 = _errs59 === errors;
errors = _errs58;
if(vErrors !== null){
if(_errs58){
vErrors.length = _errs58;
}
else {
vErrors = null;
}
}
if(_valid6){
const _errs61 = errors;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if(data0.width === undefined){
const err36 = {instancePath:instancePath+"/resize",schemaPath:"#/properties/resize/allOf/5/then/required",keyword:"required",params:{missingProperty: "width"},message:"must have required property '"+"width"+"'",schema:schema31.properties.resize.allOf[5].then.required,parentSchema:schema31.properties.resize.allOf[5].then,data:data0};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if(data0.height === undefined){
const err37 = {instancePath:instancePath+"/resize",schemaPath:"#/properties/resize/allOf/5/then/required",keyword:"required",params:{missingProperty: "height"},message:"must have required property '"+"height"+"'",schema:schema31.properties.resize.allOf[5].then.required,parentSchema:schema31.properties.resize.allOf[5].then,data:data0};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if(data0.width !== undefined){
let data15 = data0.width;
const _errs63 = errors;
const _errs64 = errors;
if(!((data15 === 0) || (data15 === null))){
const err38 = {};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
var valid29 = _errs64 === errors;
if(valid29){
const err39 = {instancePath:instancePath+"/resize/width",schemaPath:"#/properties/resize/allOf/5/then/properties/width/not",keyword:"not",params:{},message:"must NOT be valid",schema:schema31.properties.resize.allOf[5].then.properties.width.not,parentSchema:schema31.properties.resize.allOf[5].then.properties.width,data:data15};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
else {
errors = _errs63;
if(vErrors !== null){
if(_errs63){
vErrors.length = _errs63;
}
else {
vErrors = null;
}
}
}
}
if(data0.height !== undefined){
let data16 = data0.height;
const _errs66 = errors;
const _errs67 = errors;
if(!((data16 === 0) || (data16 === null))){
const err40 = {};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
var valid30 = _errs67 === errors;
if(valid30){
const err41 = {instancePath:instancePath+"/resize/height",schemaPath:"#/properties/resize/allOf/5/then/properties/height/not",keyword:"not",params:{},message:"must NOT be valid",schema:schema31.properties.resize.allOf[5].then.properties.height.not,parentSchema:schema31.properties.resize.allOf[5].then.properties.height,data:data16};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
else {
errors = _errs66;
if(vErrors !== null){
if(_errs66){
vErrors.length = _errs66;
}
else {
vErrors = null;
}
}
}
}
}
var _valid6 = _errs61 === errors;
valid26 = _valid6;
if(valid26){
var props5 = {};
props5.width = true;
props5.height = true;
props5.method = true;
}
}
if(!valid26){
const err42 = {instancePath:instancePath+"/resize",schemaPath:"#/properties/resize/allOf/5/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema",schema:schema31.properties.resize.allOf[5].if,parentSchema:schema31.properties.resize.allOf[5],data:data0};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
if(props0 !== true && props5 !== undefined){
if(props5 === true){
props0 = true;
}
else {
props0 = props0 || {};
Object.assign(props0, props5);
}
}
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
for(const key1 in data0){
if(!(((key1 === "method") || (key1 === "width")) || (key1 === "height"))){
const err43 = {instancePath:instancePath+"/resize",schemaPath:"#/properties/resize/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key1},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.resize,data:data0};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
if(data0.method !== undefined){
let data17 = data0.method;
if(!(((((data17 === "scale") || (data17 === "fit")) || (data17 === "cover")) || (data17 === "thumb")) || (data17 === null))){
const err44 = {instancePath:instancePath+"/resize/method",schemaPath:"#/properties/resize/properties/method/enum",keyword:"enum",params:{allowedValues: schema31.properties.resize.properties.method.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.resize.properties.method.enum,parentSchema:schema31.properties.resize.properties.method,data:data17};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
if(data0.width !== undefined){
let data18 = data0.width;
if((!(((typeof data18 == "number") && (!(data18 % 1) && !isNaN(data18))) && (isFinite(data18)))) && (data18 !== null)){
const err45 = {instancePath:instancePath+"/resize/width",schemaPath:"#/properties/resize/properties/width/type",keyword:"type",params:{type: schema31.properties.resize.properties.width.type},message:"must be integer,null",schema:schema31.properties.resize.properties.width.type,parentSchema:schema31.properties.resize.properties.width,data:data18};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
if((typeof data18 == "number") && (isFinite(data18))){
if(data18 > 65535 || isNaN(data18)){
const err46 = {instancePath:instancePath+"/resize/width",schemaPath:"#/properties/resize/properties/width/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema31.properties.resize.properties.width,data:data18};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
if(data18 < 0 || isNaN(data18)){
const err47 = {instancePath:instancePath+"/resize/width",schemaPath:"#/properties/resize/properties/width/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.resize.properties.width,data:data18};
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
if(data0.height !== undefined){
let data19 = data0.height;
if((!(((typeof data19 == "number") && (!(data19 % 1) && !isNaN(data19))) && (isFinite(data19)))) && (data19 !== null)){
const err48 = {instancePath:instancePath+"/resize/height",schemaPath:"#/properties/resize/properties/height/type",keyword:"type",params:{type: schema31.properties.resize.properties.height.type},message:"must be integer,null",schema:schema31.properties.resize.properties.height.type,parentSchema:schema31.properties.resize.properties.height,data:data19};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
if((typeof data19 == "number") && (isFinite(data19))){
if(data19 > 65535 || isNaN(data19)){
const err49 = {instancePath:instancePath+"/resize/height",schemaPath:"#/properties/resize/properties/height/maximum",keyword:"maximum",params:{comparison: "<=", limit: 65535},message:"must be <= 65535",schema:65535,parentSchema:schema31.properties.resize.properties.height,data:data19};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
if(data19 < 0 || isNaN(data19)){
const err50 = {instancePath:instancePath+"/resize/height",schemaPath:"#/properties/resize/properties/height/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",schema:0,parentSchema:schema31.properties.resize.properties.height,data:data19};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
}
}
}
if(data.convert !== undefined){
let data20 = data.convert;
if((!(data20 && typeof data20 == "object" && !Array.isArray(data20))) && (data20 !== null)){
const err51 = {instancePath:instancePath+"/convert",schemaPath:"#/properties/convert/type",keyword:"type",params:{type: schema31.properties.convert.type},message:"must be object,null",schema:schema31.properties.convert.type,parentSchema:schema31.properties.convert,data:data20};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
if(data20.type === undefined){
const err52 = {instancePath:instancePath+"/convert",schemaPath:"#/properties/convert/required",keyword:"required",params:{missingProperty: "type"},message:"must have required property '"+"type"+"'",schema:schema31.properties.convert.required,parentSchema:schema31.properties.convert,data:data20};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
for(const key2 in data20){
if(!(key2 === "type")){
const err53 = {instancePath:instancePath+"/convert",schemaPath:"#/properties/convert/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key2},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.convert,data:data20};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
if(data20.type !== undefined){
let data21 = data20.type;
if((typeof data21 !== "string") && (!(Array.isArray(data21)))){
const err54 = {instancePath:instancePath+"/convert/type",schemaPath:"#/properties/convert/properties/type/type",keyword:"type",params:{type: schema31.properties.convert.properties.type.type},message:"must be string,array",schema:schema31.properties.convert.properties.type.type,parentSchema:schema31.properties.convert.properties.type,data:data21};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
if(Array.isArray(data21)){
if(data21.length < 1){
const err55 = {instancePath:instancePath+"/convert/type",schemaPath:"#/properties/convert/properties/type/minItems",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",schema:1,parentSchema:schema31.properties.convert.properties.type,data:data21};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
const len0 = data21.length;
for(let i0=0; i0<len0; i0++){
let data22 = data21[i0];
if(typeof data22 !== "string"){
const err56 = {instancePath:instancePath+"/convert/type/" + i0,schemaPath:"#/properties/convert/properties/type/items/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.convert.properties.type.items.type,parentSchema:schema31.properties.convert.properties.type.items,data:data22};
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
}
}
}
if(data.transform !== undefined){
let data23 = data.transform;
if((!(data23 && typeof data23 == "object" && !Array.isArray(data23))) && (data23 !== null)){
const err57 = {instancePath:instancePath+"/transform",schemaPath:"#/properties/transform/type",keyword:"type",params:{type: schema31.properties.transform.type},message:"must be object,null",schema:schema31.properties.transform.type,parentSchema:schema31.properties.transform,data:data23};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
if(data23 && typeof data23 == "object" && !Array.isArray(data23)){
for(const key3 in data23){
if(!(key3 === "background")){
const err58 = {instancePath:instancePath+"/transform",schemaPath:"#/properties/transform/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.transform,data:data23};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
}
if(data23.background !== undefined){
let data24 = data23.background;
if((typeof data24 !== "string") && (data24 !== null)){
const err59 = {instancePath:instancePath+"/transform/background",schemaPath:"#/properties/transform/properties/background/type",keyword:"type",params:{type: schema31.properties.transform.properties.background.type},message:"must be string,null",schema:schema31.properties.transform.properties.background.type,parentSchema:schema31.properties.transform.properties.background,data:data24};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
if(typeof data24 === "string"){
if(!pattern4.test(data24)){
const err60 = {instancePath:instancePath+"/transform/background",schemaPath:"#/properties/transform/properties/background/pattern",keyword:"pattern",params:{pattern: "^(#[0-9A-Fa-f]{6}|white|black)$"},message:"must match pattern \""+"^(#[0-9A-Fa-f]{6}|white|black)$"+"\"",schema:"^(#[0-9A-Fa-f]{6}|white|black)$",parentSchema:schema31.properties.transform.properties.background,data:data24};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
}
}
}
if(data.preserve !== undefined){
let data25 = data.preserve;
if((!(Array.isArray(data25))) && (data25 !== null)){
const err61 = {instancePath:instancePath+"/preserve",schemaPath:"#/properties/preserve/type",keyword:"type",params:{type: schema31.properties.preserve.type},message:"must be array,null",schema:schema31.properties.preserve.type,parentSchema:schema31.properties.preserve,data:data25};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
if(Array.isArray(data25)){
const len1 = data25.length;
for(let i1=0; i1<len1; i1++){
let data26 = data25[i1];
if(!(((data26 === "copyright") || (data26 === "creation")) || (data26 === "location"))){
const err62 = {instancePath:instancePath+"/preserve/" + i1,schemaPath:"#/properties/preserve/items/enum",keyword:"enum",params:{allowedValues: schema31.properties.preserve.items.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.preserve.items.enum,parentSchema:schema31.properties.preserve.items,data:data26};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
}
}
if(data.store !== undefined){
let data27 = data.store;
if((!(data27 && typeof data27 == "object" && !Array.isArray(data27))) && (data27 !== null)){
const err63 = {instancePath:instancePath+"/store",schemaPath:"#/properties/store/type",keyword:"type",params:{type: schema31.properties.store.type},message:"must be object,null",schema:schema31.properties.store.type,parentSchema:schema31.properties.store,data:data27};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
const _errs92 = errors;
let valid39 = true;
const _errs93 = errors;
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
let missing5;
if((data27.service === undefined) && (missing5 = "service")){
const err64 = {};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
else {
if(data27.service !== undefined){
if(!(data27.service === "objstore")){
const err65 = {};
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
}
var _valid7 = _errs93 === errors;
errors = _errs92;
if(vErrors !== null){
if(_errs92){
vErrors.length = _errs92;
}
else {
vErrors = null;
}
}
if(_valid7){
const _errs95 = errors;
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
if(data27.path === undefined){
const err66 = {instancePath:instancePath+"/store",schemaPath:"#/properties/store/allOf/0/then/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'",schema:schema31.properties.store.allOf[0].then.required,parentSchema:schema31.properties.store.allOf[0].then,data:data27};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
if(data27.objstore_access_key_id === undefined){
const err67 = {instancePath:instancePath+"/store",schemaPath:"#/properties/store/allOf/0/then/required",keyword:"required",params:{missingProperty: "objstore_access_key_id"},message:"must have required property '"+"objstore_access_key_id"+"'",schema:schema31.properties.store.allOf[0].then.required,parentSchema:schema31.properties.store.allOf[0].then,data:data27};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
if(data27.objstore_secret_access_key === undefined){
const err68 = {instancePath:instancePath+"/store",schemaPath:"#/properties/store/allOf/0/then/required",keyword:"required",params:{missingProperty: "objstore_secret_access_key"},message:"must have required property '"+"objstore_secret_access_key"+"'",schema:schema31.properties.store.allOf[0].then.required,parentSchema:schema31.properties.store.allOf[0].then,data:data27};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
if(data27.region === undefined){
const err69 = {instancePath:instancePath+"/store",schemaPath:"#/properties/store/allOf/0/then/required",keyword:"required",params:{missingProperty: "region"},message:"must have required property '"+"region"+"'",schema:schema31.properties.store.allOf[0].then.required,parentSchema:schema31.properties.store.allOf[0].then,data:data27};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
for(const key4 in data27){
if(!(((((((key4 === "service") || (key4 === "path")) || (key4 === "headers")) || (key4 === "objstore_access_key_id")) || (key4 === "objstore_secret_access_key")) || (key4 === "region")) || (key4 === "acl"))){
const err70 = {instancePath:instancePath+"/store",schemaPath:"#/properties/store/allOf/0/then/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.store.allOf[0].then,data:data27};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
if(data27.objstore_access_key_id !== undefined){
let data29 = data27.objstore_access_key_id;
if(typeof data29 === "string"){
if(!pattern5.test(data29)){
const err71 = {instancePath:instancePath+"/store/objstore_access_key_id",schemaPath:"#/properties/store/allOf/0/then/properties/objstore_access_key_id/pattern",keyword:"pattern",params:{pattern: "^[!-~]{1,128}$"},message:"must match pattern \""+"^[!-~]{1,128}$"+"\"",schema:"^[!-~]{1,128}$",parentSchema:schema31.properties.store.allOf[0].then.properties.objstore_access_key_id,data:data29};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
else {
const err72 = {instancePath:instancePath+"/store/objstore_access_key_id",schemaPath:"#/properties/store/allOf/0/then/properties/objstore_access_key_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.store.allOf[0].then.properties.objstore_access_key_id.type,parentSchema:schema31.properties.store.allOf[0].then.properties.objstore_access_key_id,data:data29};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
if(data27.objstore_secret_access_key !== undefined){
let data30 = data27.objstore_secret_access_key;
if(typeof data30 === "string"){
if(!pattern6.test(data30)){
const err73 = {instancePath:instancePath+"/store/objstore_secret_access_key",schemaPath:"#/properties/store/allOf/0/then/properties/objstore_secret_access_key/pattern",keyword:"pattern",params:{pattern: "^[!-~]{1,512}$"},message:"must match pattern \""+"^[!-~]{1,512}$"+"\"",schema:"^[!-~]{1,512}$",parentSchema:schema31.properties.store.allOf[0].then.properties.objstore_secret_access_key,data:data30};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
else {
const err74 = {instancePath:instancePath+"/store/objstore_secret_access_key",schemaPath:"#/properties/store/allOf/0/then/properties/objstore_secret_access_key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.store.allOf[0].then.properties.objstore_secret_access_key.type,parentSchema:schema31.properties.store.allOf[0].then.properties.objstore_secret_access_key,data:data30};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
if(data27.region !== undefined){
let data31 = data27.region;
if(typeof data31 !== "string"){
const err75 = {instancePath:instancePath+"/store/region",schemaPath:"#/properties/store/allOf/0/then/properties/region/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.store.allOf[0].then.properties.region.type,parentSchema:schema31.properties.store.allOf[0].then.properties.region,data:data31};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
}
if(data27.acl !== undefined){
let data32 = data27.acl;
if((typeof data32 !== "string") && (data32 !== null)){
const err76 = {instancePath:instancePath+"/store/acl",schemaPath:"#/properties/store/allOf/0/then/properties/acl/type",keyword:"type",params:{type: schema31.properties.store.allOf[0].then.properties.acl.type},message:"must be string,null",schema:schema31.properties.store.allOf[0].then.properties.acl.type,parentSchema:schema31.properties.store.allOf[0].then.properties.acl,data:data32};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
}
}
var _valid7 = _errs95 === errors;
valid39 = _valid7;
if(valid39){
var props6 = true;
}
}
if(!valid39){
const err77 = {instancePath:instancePath+"/store",schemaPath:"#/properties/store/allOf/0/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema",schema:schema31.properties.store.allOf[0].if,parentSchema:schema31.properties.store.allOf[0],data:data27};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
const _errs106 = errors;
let valid42 = true;
const _errs107 = errors;
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
let missing6;
if((data27.service === undefined) && (missing6 = "service")){
const err78 = {};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
else {
if(data27.service !== undefined){
if(!(data27.service === "s3")){
const err79 = {};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
}
}
}
var _valid8 = _errs107 === errors;
errors = _errs106;
if(vErrors !== null){
if(_errs106){
vErrors.length = _errs106;
}
else {
vErrors = null;
}
}
if(_valid8){
const _errs109 = errors;
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
if(data27.path === undefined){
const err80 = {instancePath:instancePath+"/store",schemaPath:"#/properties/store/allOf/1/then/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'",schema:schema31.properties.store.allOf[1].then.required,parentSchema:schema31.properties.store.allOf[1].then,data:data27};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
if(data27.aws_access_key_id === undefined){
const err81 = {instancePath:instancePath+"/store",schemaPath:"#/properties/store/allOf/1/then/required",keyword:"required",params:{missingProperty: "aws_access_key_id"},message:"must have required property '"+"aws_access_key_id"+"'",schema:schema31.properties.store.allOf[1].then.required,parentSchema:schema31.properties.store.allOf[1].then,data:data27};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
if(data27.aws_secret_access_key === undefined){
const err82 = {instancePath:instancePath+"/store",schemaPath:"#/properties/store/allOf/1/then/required",keyword:"required",params:{missingProperty: "aws_secret_access_key"},message:"must have required property '"+"aws_secret_access_key"+"'",schema:schema31.properties.store.allOf[1].then.required,parentSchema:schema31.properties.store.allOf[1].then,data:data27};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
if(data27.region === undefined){
const err83 = {instancePath:instancePath+"/store",schemaPath:"#/properties/store/allOf/1/then/required",keyword:"required",params:{missingProperty: "region"},message:"must have required property '"+"region"+"'",schema:schema31.properties.store.allOf[1].then.required,parentSchema:schema31.properties.store.allOf[1].then,data:data27};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
for(const key5 in data27){
if(!(((((((key5 === "service") || (key5 === "path")) || (key5 === "headers")) || (key5 === "aws_access_key_id")) || (key5 === "aws_secret_access_key")) || (key5 === "region")) || (key5 === "acl"))){
const err84 = {instancePath:instancePath+"/store",schemaPath:"#/properties/store/allOf/1/then/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key5},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.store.allOf[1].then,data:data27};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
}
if(data27.aws_access_key_id !== undefined){
let data34 = data27.aws_access_key_id;
if(typeof data34 === "string"){
if(!pattern5.test(data34)){
const err85 = {instancePath:instancePath+"/store/aws_access_key_id",schemaPath:"#/properties/store/allOf/1/then/properties/aws_access_key_id/pattern",keyword:"pattern",params:{pattern: "^[!-~]{1,128}$"},message:"must match pattern \""+"^[!-~]{1,128}$"+"\"",schema:"^[!-~]{1,128}$",parentSchema:schema31.properties.store.allOf[1].then.properties.aws_access_key_id,data:data34};
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
const err86 = {instancePath:instancePath+"/store/aws_access_key_id",schemaPath:"#/properties/store/allOf/1/then/properties/aws_access_key_id/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.store.allOf[1].then.properties.aws_access_key_id.type,parentSchema:schema31.properties.store.allOf[1].then.properties.aws_access_key_id,data:data34};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
}
if(data27.aws_secret_access_key !== undefined){
let data35 = data27.aws_secret_access_key;
if(typeof data35 === "string"){
if(!pattern6.test(data35)){
const err87 = {instancePath:instancePath+"/store/aws_secret_access_key",schemaPath:"#/properties/store/allOf/1/then/properties/aws_secret_access_key/pattern",keyword:"pattern",params:{pattern: "^[!-~]{1,512}$"},message:"must match pattern \""+"^[!-~]{1,512}$"+"\"",schema:"^[!-~]{1,512}$",parentSchema:schema31.properties.store.allOf[1].then.properties.aws_secret_access_key,data:data35};
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
const err88 = {instancePath:instancePath+"/store/aws_secret_access_key",schemaPath:"#/properties/store/allOf/1/then/properties/aws_secret_access_key/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.store.allOf[1].then.properties.aws_secret_access_key.type,parentSchema:schema31.properties.store.allOf[1].then.properties.aws_secret_access_key,data:data35};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
}
if(data27.region !== undefined){
let data36 = data27.region;
if(typeof data36 !== "string"){
const err89 = {instancePath:instancePath+"/store/region",schemaPath:"#/properties/store/allOf/1/then/properties/region/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.store.allOf[1].then.properties.region.type,parentSchema:schema31.properties.store.allOf[1].then.properties.region,data:data36};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
}
if(data27.acl !== undefined){
let data37 = data27.acl;
if((typeof data37 !== "string") && (data37 !== null)){
const err90 = {instancePath:instancePath+"/store/acl",schemaPath:"#/properties/store/allOf/1/then/properties/acl/type",keyword:"type",params:{type: schema31.properties.store.allOf[1].then.properties.acl.type},message:"must be string,null",schema:schema31.properties.store.allOf[1].then.properties.acl.type,parentSchema:schema31.properties.store.allOf[1].then.properties.acl,data:data37};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
}
}
var _valid8 = _errs109 === errors;
valid42 = _valid8;
if(valid42){
var props7 = true;
}
}
if(!valid42){
const err91 = {instancePath:instancePath+"/store",schemaPath:"#/properties/store/allOf/1/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema",schema:schema31.properties.store.allOf[1].if,parentSchema:schema31.properties.store.allOf[1],data:data27};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
if(props6 !== true && props7 !== undefined){
if(props7 === true){
props6 = true;
}
else {
props6 = props6 || {};
Object.assign(props6, props7);
}
}
const _errs120 = errors;
let valid45 = true;
const _errs121 = errors;
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
let missing7;
if((data27.service === undefined) && (missing7 = "service")){
const err92 = {};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
else {
if(data27.service !== undefined){
if(!(data27.service === "cstore")){
const err93 = {};
if(vErrors === null){
vErrors = [err93];
}
else {
vErrors.push(err93);
}
errors++;
}
}
}
}
var _valid9 = _errs121 === errors;
errors = _errs120;
if(vErrors !== null){
if(_errs120){
vErrors.length = _errs120;
}
else {
vErrors = null;
}
}
if(_valid9){
const _errs123 = errors;
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
if(data27.path === undefined){
const err94 = {instancePath:instancePath+"/store",schemaPath:"#/properties/store/allOf/2/then/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'",schema:schema31.properties.store.allOf[2].then.required,parentSchema:schema31.properties.store.allOf[2].then,data:data27};
if(vErrors === null){
vErrors = [err94];
}
else {
vErrors.push(err94);
}
errors++;
}
if(data27.cstore_access_token === undefined){
const err95 = {instancePath:instancePath+"/store",schemaPath:"#/properties/store/allOf/2/then/required",keyword:"required",params:{missingProperty: "cstore_access_token"},message:"must have required property '"+"cstore_access_token"+"'",schema:schema31.properties.store.allOf[2].then.required,parentSchema:schema31.properties.store.allOf[2].then,data:data27};
if(vErrors === null){
vErrors = [err95];
}
else {
vErrors.push(err95);
}
errors++;
}
for(const key6 in data27){
if(!((((key6 === "service") || (key6 === "path")) || (key6 === "headers")) || (key6 === "cstore_access_token"))){
const err96 = {instancePath:instancePath+"/store",schemaPath:"#/properties/store/allOf/2/then/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key6},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.store.allOf[2].then,data:data27};
if(vErrors === null){
vErrors = [err96];
}
else {
vErrors.push(err96);
}
errors++;
}
}
if(data27.cstore_access_token !== undefined){
let data39 = data27.cstore_access_token;
if(typeof data39 === "string"){
if(!pattern9.test(data39)){
const err97 = {instancePath:instancePath+"/store/cstore_access_token",schemaPath:"#/properties/store/allOf/2/then/properties/cstore_access_token/pattern",keyword:"pattern",params:{pattern: "^[!-~]{1,4096}$"},message:"must match pattern \""+"^[!-~]{1,4096}$"+"\"",schema:"^[!-~]{1,4096}$",parentSchema:schema31.properties.store.allOf[2].then.properties.cstore_access_token,data:data39};
if(vErrors === null){
vErrors = [err97];
}
else {
vErrors.push(err97);
}
errors++;
}
}
else {
const err98 = {instancePath:instancePath+"/store/cstore_access_token",schemaPath:"#/properties/store/allOf/2/then/properties/cstore_access_token/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.store.allOf[2].then.properties.cstore_access_token.type,parentSchema:schema31.properties.store.allOf[2].then.properties.cstore_access_token,data:data39};
if(vErrors === null){
vErrors = [err98];
}
else {
vErrors.push(err98);
}
errors++;
}
}
}
var _valid9 = _errs123 === errors;
valid45 = _valid9;
if(valid45){
var props8 = true;
}
}
if(!valid45){
const err99 = {instancePath:instancePath+"/store",schemaPath:"#/properties/store/allOf/2/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema",schema:schema31.properties.store.allOf[2].if,parentSchema:schema31.properties.store.allOf[2],data:data27};
if(vErrors === null){
vErrors = [err99];
}
else {
vErrors.push(err99);
}
errors++;
}
if(props6 !== true && props8 !== undefined){
if(props8 === true){
props6 = true;
}
else {
props6 = props6 || {};
Object.assign(props6, props8);
}
}
const _errs128 = errors;
let valid48 = true;
const _errs129 = errors;
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
let missing8;
if((data27.service === undefined) && (missing8 = "service")){
const err100 = {};
if(vErrors === null){
vErrors = [err100];
}
else {
vErrors.push(err100);
}
errors++;
}
else {
if(data27.service !== undefined){
if(!(data27.service === "gcs")){
const err101 = {};
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
}
var _valid10 = _errs129 === errors;
errors = _errs128;
if(vErrors !== null){
if(_errs128){
vErrors.length = _errs128;
}
else {
vErrors = null;
}
}
if(_valid10){
const _errs131 = errors;
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
if(data27.path === undefined){
const err102 = {instancePath:instancePath+"/store",schemaPath:"#/properties/store/allOf/3/then/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'",schema:schema31.properties.store.allOf[3].then.required,parentSchema:schema31.properties.store.allOf[3].then,data:data27};
if(vErrors === null){
vErrors = [err102];
}
else {
vErrors.push(err102);
}
errors++;
}
if(data27.gcp_access_token === undefined){
const err103 = {instancePath:instancePath+"/store",schemaPath:"#/properties/store/allOf/3/then/required",keyword:"required",params:{missingProperty: "gcp_access_token"},message:"must have required property '"+"gcp_access_token"+"'",schema:schema31.properties.store.allOf[3].then.required,parentSchema:schema31.properties.store.allOf[3].then,data:data27};
if(vErrors === null){
vErrors = [err103];
}
else {
vErrors.push(err103);
}
errors++;
}
for(const key7 in data27){
if(!((((key7 === "service") || (key7 === "path")) || (key7 === "headers")) || (key7 === "gcp_access_token"))){
const err104 = {instancePath:instancePath+"/store",schemaPath:"#/properties/store/allOf/3/then/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key7},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.store.allOf[3].then,data:data27};
if(vErrors === null){
vErrors = [err104];
}
else {
vErrors.push(err104);
}
errors++;
}
}
if(data27.gcp_access_token !== undefined){
let data41 = data27.gcp_access_token;
if(typeof data41 === "string"){
if(!pattern9.test(data41)){
const err105 = {instancePath:instancePath+"/store/gcp_access_token",schemaPath:"#/properties/store/allOf/3/then/properties/gcp_access_token/pattern",keyword:"pattern",params:{pattern: "^[!-~]{1,4096}$"},message:"must match pattern \""+"^[!-~]{1,4096}$"+"\"",schema:"^[!-~]{1,4096}$",parentSchema:schema31.properties.store.allOf[3].then.properties.gcp_access_token,data:data41};
if(vErrors === null){
vErrors = [err105];
}
else {
vErrors.push(err105);
}
errors++;
}
}
else {
const err106 = {instancePath:instancePath+"/store/gcp_access_token",schemaPath:"#/properties/store/allOf/3/then/properties/gcp_access_token/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.store.allOf[3].then.properties.gcp_access_token.type,parentSchema:schema31.properties.store.allOf[3].then.properties.gcp_access_token,data:data41};
if(vErrors === null){
vErrors = [err106];
}
else {
vErrors.push(err106);
}
errors++;
}
}
}
var _valid10 = _errs131 === errors;
valid48 = _valid10;
if(valid48){
var props9 = true;
}
}
if(!valid48){
const err107 = {instancePath:instancePath+"/store",schemaPath:"#/properties/store/allOf/3/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema",schema:schema31.properties.store.allOf[3].if,parentSchema:schema31.properties.store.allOf[3],data:data27};
if(vErrors === null){
vErrors = [err107];
}
else {
vErrors.push(err107);
}
errors++;
}
if(props6 !== true && props9 !== undefined){
if(props9 === true){
props6 = true;
}
else {
props6 = props6 || {};
Object.assign(props6, props9);
}
}
const _errs136 = errors;
let valid51 = true;
const _errs137 = errors;
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
let missing9;
if((data27.service === undefined) && (missing9 = "service")){
const err108 = {};
if(vErrors === null){
vErrors = [err108];
}
else {
vErrors.push(err108);
}
errors++;
}
else {
if(data27.service !== undefined){
if(!(data27.service === "named")){
const err109 = {};
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
}
var _valid11 = _errs137 === errors;
errors = _errs136;
if(vErrors !== null){
if(_errs136){
vErrors.length = _errs136;
}
else {
vErrors = null;
}
}
if(_valid11){
const _errs139 = errors;
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
if(data27.path === undefined){
const err110 = {instancePath:instancePath+"/store",schemaPath:"#/properties/store/allOf/4/then/required",keyword:"required",params:{missingProperty: "path"},message:"must have required property '"+"path"+"'",schema:schema31.properties.store.allOf[4].then.required,parentSchema:schema31.properties.store.allOf[4].then,data:data27};
if(vErrors === null){
vErrors = [err110];
}
else {
vErrors.push(err110);
}
errors++;
}
if(data27.name === undefined){
const err111 = {instancePath:instancePath+"/store",schemaPath:"#/properties/store/allOf/4/then/required",keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'",schema:schema31.properties.store.allOf[4].then.required,parentSchema:schema31.properties.store.allOf[4].then,data:data27};
if(vErrors === null){
vErrors = [err111];
}
else {
vErrors.push(err111);
}
errors++;
}
for(const key8 in data27){
if(!((((key8 === "service") || (key8 === "path")) || (key8 === "headers")) || (key8 === "name"))){
const err112 = {instancePath:instancePath+"/store",schemaPath:"#/properties/store/allOf/4/then/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key8},message:"must NOT have additional properties",schema:false,parentSchema:schema31.properties.store.allOf[4].then,data:data27};
if(vErrors === null){
vErrors = [err112];
}
else {
vErrors.push(err112);
}
errors++;
}
}
if(data27.name !== undefined){
let data43 = data27.name;
if(typeof data43 === "string"){
if(func1(data43) < 1){
const err113 = {instancePath:instancePath+"/store/name",schemaPath:"#/properties/store/allOf/4/then/properties/name/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.store.allOf[4].then.properties.name,data:data43};
if(vErrors === null){
vErrors = [err113];
}
else {
vErrors.push(err113);
}
errors++;
}
}
else {
const err114 = {instancePath:instancePath+"/store/name",schemaPath:"#/properties/store/allOf/4/then/properties/name/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.store.allOf[4].then.properties.name.type,parentSchema:schema31.properties.store.allOf[4].then.properties.name,data:data43};
if(vErrors === null){
vErrors = [err114];
}
else {
vErrors.push(err114);
}
errors++;
}
}
}
var _valid11 = _errs139 === errors;
valid51 = _valid11;
if(valid51){
var props10 = true;
}
}
if(!valid51){
const err115 = {instancePath:instancePath+"/store",schemaPath:"#/properties/store/allOf/4/if",keyword:"if",params:{failingKeyword: "then"},message:"must match \"then\" schema",schema:schema31.properties.store.allOf[4].if,parentSchema:schema31.properties.store.allOf[4],data:data27};
if(vErrors === null){
vErrors = [err115];
}
else {
vErrors.push(err115);
}
errors++;
}
if(props6 !== true && props10 !== undefined){
if(props10 === true){
props6 = true;
}
else {
props6 = props6 || {};
Object.assign(props6, props10);
}
}
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
if(data27.service === undefined){
const err116 = {instancePath:instancePath+"/store",schemaPath:"#/properties/store/required",keyword:"required",params:{missingProperty: "service"},message:"must have required property '"+"service"+"'",schema:schema31.properties.store.required,parentSchema:schema31.properties.store,data:data27};
if(vErrors === null){
vErrors = [err116];
}
else {
vErrors.push(err116);
}
errors++;
}
if(props6 !== true){
props6 = props6 || {};
props6.service = true;
props6.path = true;
props6.headers = true;
}
if(data27.service !== undefined){
let data44 = data27.service;
if(!(((((data44 === "objstore") || (data44 === "s3")) || (data44 === "cstore")) || (data44 === "gcs")) || (data44 === "named"))){
const err117 = {instancePath:instancePath+"/store/service",schemaPath:"#/properties/store/properties/service/enum",keyword:"enum",params:{allowedValues: schema31.properties.store.properties.service.enum},message:"must be equal to one of the allowed values",schema:schema31.properties.store.properties.service.enum,parentSchema:schema31.properties.store.properties.service,data:data44};
if(vErrors === null){
vErrors = [err117];
}
else {
vErrors.push(err117);
}
errors++;
}
}
if(data27.path !== undefined){
let data45 = data27.path;
if(typeof data45 === "string"){
if(func1(data45) < 1){
const err118 = {instancePath:instancePath+"/store/path",schemaPath:"#/properties/store/properties/path/minLength",keyword:"minLength",params:{limit: 1},message:"must NOT have fewer than 1 characters",schema:1,parentSchema:schema31.properties.store.properties.path,data:data45};
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
const err119 = {instancePath:instancePath+"/store/path",schemaPath:"#/properties/store/properties/path/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.store.properties.path.type,parentSchema:schema31.properties.store.properties.path,data:data45};
if(vErrors === null){
vErrors = [err119];
}
else {
vErrors.push(err119);
}
errors++;
}
}
if(data27.headers !== undefined){
let data46 = data27.headers;
if((!(data46 && typeof data46 == "object" && !Array.isArray(data46))) && (data46 !== null)){
const err120 = {instancePath:instancePath+"/store/headers",schemaPath:"#/properties/store/properties/headers/type",keyword:"type",params:{type: schema31.properties.store.properties.headers.type},message:"must be object,null",schema:schema31.properties.store.properties.headers.type,parentSchema:schema31.properties.store.properties.headers,data:data46};
if(vErrors === null){
vErrors = [err120];
}
else {
vErrors.push(err120);
}
errors++;
}
if(data46 && typeof data46 == "object" && !Array.isArray(data46)){
for(const key9 in data46){
let data47 = data46[key9];
if((typeof data47 !== "string") && (data47 !== null)){
const err121 = {instancePath:instancePath+"/store/headers/" + key9.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/store/properties/headers/additionalProperties/type",keyword:"type",params:{type: schema31.properties.store.properties.headers.additionalProperties.type},message:"must be string,null",schema:schema31.properties.store.properties.headers.additionalProperties.type,parentSchema:schema31.properties.store.properties.headers.additionalProperties,data:data47};
if(vErrors === null){
vErrors = [err121];
}
else {
vErrors.push(err121);
}
errors++;
}
}
}
}
}
}
}
else {
const err122 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.type,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err122];
}
else {
vErrors.push(err122);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

