/** What every page has: texts that can be copied, and a key that is hidden again. */

for (const button of document.querySelectorAll('button[data-copy]')) {
  if (button instanceof HTMLButtonElement) offerCopy(button);
}
for (const shown of document.querySelectorAll('[data-hide-after]')) {
  if (shown instanceof HTMLElement) hideLater(shown);
}
// The answer to a form that was sent. Loading it again would send the form once more.
for (const shown of document.querySelectorAll('[data-address]')) {
  history.replaceState(null, '', shown.getAttribute('data-address'));
}

/** @param {HTMLButtonElement} button */
function offerCopy(button) {
  const { copy = '', copied = '' } = button.dataset;
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener('click', async () => {
    const text = document.getElementById(copy)?.textContent ?? '';
    await navigator.clipboard.writeText(text);
    button.textContent = copied;
    setTimeout(() => (button.textContent = label), 2000);
  });
}

/**
 * Leaves a page with a secret, without an entry in the history that would show it again.
 * @param {HTMLElement} shown
 */
function hideLater({ dataset }) {
  setTimeout(() => location.replace(dataset['hideTo'] ?? '/'), Number(dataset['hideAfter']) * 1000);
}
