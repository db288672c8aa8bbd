/** The fields of a form: names and values, in their order. */
export type Fields = readonly (readonly [name: string, value: string])[];

/**
 * The operation that the fields of the compress page stand for, as the JSON body of `POST /output/<id>`, which is to
 * be checked like one; undefined where they change nothing.
 */
export const operationBodyOf = (fields: Fields): object | undefined => {
  const value = (name: string): string => fields.find(([own]) => own === name)?.[1].trim() ?? '';
  const sides = Object.fromEntries(
    ['width', 'height']
      .filter((name) => value(name) !== '')
      .map((name) => [name, Number(value(name))]),
  );
  const given = Object.keys(sides).length;
  const preserve = fields.filter(([name]) => name === 'preserve').map(([, kind]) => kind);
  const body = {
    ...(given > 0 && { resize: { method: given === 2 ? value('method') : 'scale', ...sides } }),
    ...(value('type') !== '' && { convert: { type: value('type') } }),
    ...(value('background') !== '' && { transform: { background: value('background') } }),
    ...(preserve.length > 0 && { preserve }),
  };
  return Object.keys(body).length === 0 ? undefined : body;
};
