import { ofAccount } from './en/account.ts';
import { administration } from './en/administration.ts';
import { ofCompressing } from './en/compress.ts';
import { ofProblems } from './en/problems.ts';
import { signingIn } from './en/signing-in.ts';

/** Every text of the pages in English, the language that the others follow. */
export const en = {
  nav: {
    compress: 'Compress',
    account: 'Account',
    admin: 'Admin',
    signOut: 'Sign out',
    skip: 'Skip to the content',
    main: 'Main',
  },
  fields: {
    name: 'Name',
    email: 'E-mail address',
    password: 'Password',
    newPassword: 'New password',
    currentPassword: 'Current password',
    passwordHint: 'At least 10 characters.',
    monthlyLimit: 'Compressions a month',
    requestsPerMinute: 'Requests a minute',
    limitHint: 'Empty means no limit.',
    isAdmin: 'May administer this service',
    optional: 'optional',
  },
  actions: {
    save: 'Save',
    change: 'Change',
    copy: 'Copy',
    copied: 'Copied',
    back: 'Back',
  },
  ...signingIn,
  ...ofAccount,
  ...administration,
  ...ofCompressing,
  ...ofProblems,
};

/** The texts that each language has. */
export type Text = typeof en;
