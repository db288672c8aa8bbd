/** Some fields of some objects in an object. */
export type DeepPartial<T> = T extends object
  ? Readonly<{ [Name in keyof T]?: DeepPartial<T[Name]> }>
  : T;
