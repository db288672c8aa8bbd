// @ts-nocheck
// "npm run schemas" writes this file from schemas/requests/key.json.
"use strict";
export const validate = validate20;
export default validate20;
const schema31 = {"type":"object","required":["email"],"properties":{"email":{"type":"string","pattern":"^(?=.{3,254}$)[^\\s@\\p{Cc}]+@[^\\s@\\p{Cc}]+$","x-expected":"an e-mail address of at most 254 characters"},"name":{"type":["string","null"],"pattern":"^[^\\p{Cc}\\p{Zl}\\p{Zp}\\u202a-\\u202e\\u2066-\\u2069]{0,200}$","x-expected":"at most 200 characters, none of them a control character"},"identifier":{"type":["string","null"]},"link":{"type":["string","null"]}}};
const pattern4 = new RegExp("^(?=.{3,254}$)[^\\s@\\p{Cc}]+@[^\\s@\\p{Cc}]+$", "u");
const pattern5 = new RegExp("^[^\\p{Cc}\\p{Zl}\\p{Zp}\\u202a-\\u202e\\u2066-\\u2069]{0,200}$", "u");

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
if(data.email === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "email"},message:"must have required property '"+"email"+"'",schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.email !== undefined){
let data0 = data.email;
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err1 = {instancePath:instancePath+"/email",schemaPath:"#/properties/email/pattern",keyword:"pattern",params:{pattern: "^(?=.{3,254}$)[^\\s@\\p{Cc}]+@[^\\s@\\p{Cc}]+$"},message:"must match pattern \""+"^(?=.{3,254}$)[^\\s@\\p{Cc}]+@[^\\s@\\p{Cc}]+$"+"\"",schema:"^(?=.{3,254}$)[^\\s@\\p{Cc}]+@[^\\s@\\p{Cc}]+$",parentSchema:schema31.properties.email,data:data0};
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
const err2 = {instancePath:instancePath+"/email",schemaPath:"#/properties/email/type",keyword:"type",params:{type: "string"},message:"must be string",schema:schema31.properties.email.type,parentSchema:schema31.properties.email,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.name !== undefined){
let data1 = data.name;
if((typeof data1 !== "string") && (data1 !== null)){
const err3 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: schema31.properties.name.type},message:"must be string,null",schema:schema31.properties.name.type,parentSchema:schema31.properties.name,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(typeof data1 === "string"){
if(!pattern5.test(data1)){
const err4 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/pattern",keyword:"pattern",params:{pattern: "^[^\\p{Cc}\\p{Zl}\\p{Zp}\\u202a-\\u202e\\u2066-\\u2069]{0,200}$"},message:"must match pattern \""+"^[^\\p{Cc}\\p{Zl}\\p{Zp}\\u202a-\\u202e\\u2066-\\u2069]{0,200}$"+"\"",schema:"^[^\\p{Cc}\\p{Zl}\\p{Zp}\\u202a-\\u202e\\u2066-\\u2069]{0,200}$",parentSchema:schema31.properties.name,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
if(data.identifier !== undefined){
let data2 = data.identifier;
if((typeof data2 !== "string") && (data2 !== null)){
const err5 = {instancePath:instancePath+"/identifier",schemaPath:"#/properties/identifier/type",keyword:"type",params:{type: schema31.properties.identifier.type},message:"must be string,null",schema:schema31.properties.identifier.type,parentSchema:schema31.properties.identifier,data:data2};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.link !== undefined){
let data3 = data.link;
if((typeof data3 !== "string") && (data3 !== null)){
const err6 = {instancePath:instancePath+"/link",schemaPath:"#/properties/link/type",keyword:"type",params:{type: schema31.properties.link.type},message:"must be string,null",schema:schema31.properties.link.type,parentSchema:schema31.properties.link,data:data3};
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
else {
const err7 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},message:"must be object",schema:schema31.type,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":{"email":true,"name":true,"identifier":true,"link":true},"dynamicProps":false,"dynamicItems":false};

