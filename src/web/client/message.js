import { element, fill, text, within } from './settings.js';

const box = element('message');
const words = within(box, 'p', HTMLElement);
const countdown = within(box, '.countdown', HTMLElement);
const signIn = within(box, '.row', HTMLElement);

/** @type {() => void} */
let proceed = () => undefined;
within(signIn, 'button', HTMLButtonElement).addEventListener('click', () => proceed());

/** The one message above the list. */
export const message = {
  /** @param {string} sentence */
  show: (sentence) => open(sentence, { isSignedOut: false }),
  /** @param {() => void} onContinue */
  signedOut: (onContinue) => {
    open(text.signedOut, { isSignedOut: true });
    proceed = onContinue;
  },
  /** The seconds are shown, and not read out each time. @param {number} seconds */
  paused: (seconds) => {
    if (words.textContent !== text.paused || box.hidden) {
      open(text.paused, { isSignedOut: false });
    }
    countdown.textContent = fill(text.seconds, { seconds });
  },
  hide: () => {
    box.hidden = true;
  },
};

/** @param {string} sentence @param {Readonly<{ isSignedOut: boolean }>} options */
const open = (sentence, { isSignedOut }) => {
  words.textContent = sentence;
  countdown.textContent = '';
  signIn.hidden = !isSignedOut;
  box.hidden = false;
};
