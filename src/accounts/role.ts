/**
 * What an account may do on the pages. `admin` sees and changes all accounts. `demo` is the account on which pictures of
 * people without one are counted.
 */
export type Role = 'user' | 'admin' | 'demo';
