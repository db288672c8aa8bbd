/** A schema, as far as it decides the type of a value. */
export type TypedSchema = Readonly<{
  type?: string | readonly string[];
  enum?: readonly unknown[];
  items?: TypedSchema;
  properties?: Readonly<Record<string, TypedSchema>>;
  required?: readonly string[];
  description?: string;
}>;

/**
 * The TypeScript type of the values that a schema accepts. `isFilled`: they have all fields, as a configuration has with
 * its defaults. Values whose fields have names of any kind are `object`: their type is written by hand.
 */
export const typeOf = (schema: TypedSchema, isFilled = false): string => {
  if (schema.enum !== undefined)
    return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  return [schema.type ?? 'string']
    .flat()
    .map((name) => {
      if (name === 'integer') return 'number';
      if (name === 'array') return `readonly (${itemOf(schema, isFilled)})[]`;
      return name === 'object' ? objectOf(schema, isFilled) : name;
    })
    .join(' | ');
};

const itemOf = ({ items }: TypedSchema, isFilled: boolean): string =>
  items === undefined ? 'unknown' : typeOf(items, isFilled);

const objectOf = ({ properties, required = [] }: TypedSchema, isFilled: boolean): string => {
  if (properties === undefined) return 'object';
  const fields = Object.entries(properties).map(([name, schema]) => {
    const mark = isFilled || required.includes(name) ? '' : '?';
    return `${textOf(schema)}${name}${mark}: ${typeOf(schema, isFilled)};`;
  });
  return `Readonly<{\n${fields.join('\n')}\n}>`;
};

/** What a field is, for editors. A comment cannot hold the sign of its end, as in the media type of all. */
const textOf = ({ description }: TypedSchema): string =>
  description === undefined ? '' : `/** ${description.replaceAll('*/', '*\\/')} */\n`;
