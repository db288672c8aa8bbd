/**
 * What is wrong with an address: its signature, its form or what it names, or a type that is not read or made. `refused`:
 * one in the form of another server.
 */
export type AddressProblem = 'forbidden' | 'invalid' | 'unsupported' | 'refused';

/** An address that is not answered with a picture. Its message is a sentence for whoever made the address. */
export class AddressError extends Error {
  readonly problem: AddressProblem;

  constructor(problem: AddressProblem, message: string) {
    super(message);
    this.name = 'AddressError';
    this.problem = problem;
  }
}

export const invalid = (message: string): AddressError => new AddressError('invalid', message);

/** An argument of an option, or the extension, is another one than was expected. */
export const unexpected = (name: string, text: string, expected: string): AddressError =>
  invalid(`${name}: expected ${expected}, got ${JSON.stringify(text)}.`);
