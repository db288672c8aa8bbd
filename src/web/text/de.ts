import type { Text } from './en.ts';
import { ofAccount } from './de/account.ts';
import { administration } from './de/administration.ts';
import { ofCompressing } from './de/compress.ts';
import { ofProblems } from './de/problems.ts';
import { signingIn } from './de/signing-in.ts';

/** Every text of the pages in German. */
export const de: Text = {
  nav: {
    compress: 'Komprimieren',
    account: 'Konto',
    admin: 'Verwaltung',
    signOut: 'Abmelden',
    skip: 'Zum Inhalt springen',
    main: 'Haupt',
  },
  fields: {
    name: 'Name',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    newPassword: 'Neues Passwort',
    currentPassword: 'Bisheriges Passwort',
    passwordHint: 'Mindestens 10 Zeichen.',
    monthlyLimit: 'Komprimierungen im Monat',
    requestsPerMinute: 'Anfragen in der Minute',
    limitHint: 'Leer bedeutet: ohne Grenze.',
    isAdmin: 'Darf diesen Dienst verwalten',
    optional: 'freiwillig',
  },
  actions: {
    save: 'Speichern',
    change: 'Ändern',
    copy: 'Kopieren',
    copied: 'Kopiert',
    back: 'Zurück',
  },
  ...signingIn,
  ...ofAccount,
  ...administration,
  ...ofCompressing,
  ...ofProblems,
};
