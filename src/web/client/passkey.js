/*
 * Makes or uses a passkey when its form is sent. The answer of the authenticator goes with the form. Where the browser
 * knows no passkeys, the form stays hidden.
 */

const form = /** @type {HTMLFormElement} */ (document.getElementById('passkey'));
const answer = /** @type {HTMLInputElement} */ (form.elements.namedItem('answer'));
const problem = /** @type {HTMLElement} */ (document.getElementById('passkey-problem'));
const { creation, requestFrom = '', problem: sentence = '' } = form.dataset;

if (typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function') {
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send();
  });
} else if (creation !== undefined) problem.textContent = form.dataset['unsupported'] ?? '';

async function send() {
  problem.textContent = '';
  try {
    const credential = await (creation === undefined ? used() : made(JSON.parse(creation)));
    answer.value = JSON.stringify(credential);
  } catch {
    // The person has cancelled, the time is over, or the authenticator has no passkey for this service.
    problem.textContent = sentence;
    return;
  }
  form.submit();
}

/** @param {PublicKeyCredentialCreationOptionsJSON} options */
function made(options) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return navigator.credentials.create({ publicKey });
}

async function used() {
  const response = await fetch(requestFrom, { method: 'POST' });
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await response.json());
  return navigator.credentials.get({ publicKey });
}
