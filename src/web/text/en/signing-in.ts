/** Of the pages by which people get in. */
export const signingIn = {
  setUp: {
    title: 'Set up shrinkd',
    lead: 'You administer this service with this name, address and password.',
    submit: 'Make the account',
    noToken: 'Open the address that the service printed at its start.',
    noTokenHint:
      'This service has no administrator yet. Its log has a line that begins with “Set up:”. The address in it works once. Each start prints a new one.',
  },
  signIn: {
    title: 'Sign in',
    submit: 'Sign in',
    forgot: 'Forgot your password? The operator of this service can send you a sign-in link.',
    noAccount: 'No account yet?',
    register: 'Make an account',
    askForAccount: 'Ask for an account',
    signedOut: 'You are signed out on this device.',
    needed: 'Sign in to continue.',
    passkey: 'Sign in with a passkey',
    passkeyUnused: 'No passkey was used. Try again, or sign in with your password.',
  },
  register: {
    title: 'Make an account',
    titleApproval: 'Ask for an account',
    lead: 'Your API key is shown as soon as the account is made.',
    leadApproval: 'You can use the account when the operator of this service has approved it.',
    submit: 'Make the account',
    submitApproval: 'Ask for the account',
    addressHint:
      'You will sign in with this address and this password, unless another account has the address. The key works in either case.',
    closed: 'Registration is closed',
    closedHint: 'Ask the operator of this service for an invitation.',
    waiting: 'Your request has been received',
    waitingHint:
      'The operator of this service has to approve the account. Your API key is shown below already. It works from then on.',
    haveAccount: 'You have an account?',
  },
  invite: {
    title: 'You are invited',
    lead: 'Choose a password to make your account.',
    submit: 'Make the account',
    invalid: 'This invitation cannot be used',
    invalidHint: 'It was used or revoked, or has expired. Ask for a new one.',
  },
  link: {
    title: 'Sign in with a link',
    lead: (name: string) => `This link signs you in as ${name}. It works once.`,
    submit: 'Sign in',
    resetHint: 'You can set a new password on your account page afterwards.',
    invalid: 'This link cannot be used',
    invalidHint:
      'It was used, has expired, or your account has changed since. Ask the operator of this service for a new one.',
  },
  confirm: {
    title: 'Enter your password again',
    lead: 'You signed in a while ago. This protects your account where a device was left open.',
    submit: 'Continue',
  },
  keyShown: {
    title: 'Your API key',
    lead: 'Programs sign in with this key. It is shown again on your account page.',
    try: 'Try it: this compresses photo.jpg',
    goOn: 'Compress pictures in the browser',
  },
};
