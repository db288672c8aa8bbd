/** Keeps the numbers of a sweep that runs as they are, and loads the page again when its status has changed. */

const everyMs = 2000;

/** @typedef {Readonly<{ status: string, lookedAt: string, value: number, max: number, facts: readonly string[] }>} Live */

const progress = /** @type {HTMLElement} */ (document.getElementById('live'));
const lookedAt = /** @type {HTMLElement} */ (document.getElementById('looked-at'));
const bar = document.querySelector('progress');
const facts = document.querySelectorAll('#facts dd');

const update = async () => {
  const answer = await fetch(`${location.pathname}/live`, { cache: 'no-store' });
  if (!answer.ok) return;
  /** @type {Live} */
  const live = await answer.json();
  const isSame = live.status === progress.dataset['status'] && live.facts.length === facts.length;
  if (!isSame || (bar === null) !== (live.max === 0)) {
    location.reload();
    return;
  }
  lookedAt.textContent = live.lookedAt;
  if (bar !== null) Object.assign(bar, { max: live.max, value: live.value });
  live.facts.forEach((text, index) => {
    const fact = facts[index];
    if (fact !== undefined && fact.textContent !== text) fact.textContent = text;
  });
};

// What fails once, such as while the service starts again, is tried again.
setInterval(() => void update().catch(() => undefined), everyMs);
