import { fill, percent, text, within } from './settings.js';

/** Proportions differ by rounding where a picture was scaled. */
const tolerance = 0.02;

/** Width of the slider's grip in style.css. */
const gripPixels = 44;

/**
 * The comparison in the panel of a row: two pictures above each other, divided by a line that a slider moves.
 * @param {HTMLElement} panel
 */
export const createComparison = (panel) => {
  const compare = within(panel, '.compare', HTMLElement);
  const stage = within(panel, '.stage', HTMLElement);
  const pair = within(panel, '.pair', HTMLElement);
  const before = within(panel, '.before', HTMLImageElement);
  const after = within(panel, '.after', HTMLImageElement);
  const slider = within(panel, '.cut', HTMLInputElement);
  const zooms = [...panel.querySelectorAll('button[data-zoom]')].filter(
    (button) => button instanceof HTMLButtonElement,
  );
  let zoom = '1';

  /** Puts the line under the grip of the slider, and shows the first picture up to it. */
  const cut = () => {
    const width = compare.clientWidth;
    const line = gripPixels / 2 + (Number(slider.value) / 100) * (width - gripPixels);
    compare.style.setProperty('--cut', `${line}px`);
    const { left } = compare.getBoundingClientRect();
    const shown = left + line - pair.getBoundingClientRect().left;
    pair.style.setProperty('--shown', `${Math.max(0, Math.min(shown, pair.clientWidth))}px`);
    slider.setAttribute(
      'aria-valuetext',
      fill(text.sliderValue, { percent: percent(Number(slider.value) / 100) }),
    );
  };

  /** At 100 %, a pixel of the result is a pixel of the screen. */
  const resize = () => {
    const { naturalWidth: width, naturalHeight: height } = after;
    const fit = Math.min(stage.clientWidth / width, stage.clientHeight / height, 1);
    const scale = zoom === 'fit' ? fit : Number(zoom) / devicePixelRatio;
    after.style.setProperty('width', `${width * scale}px`);
    after.style.setProperty('height', `${height * scale}px`);
    pair.classList.toggle('pixels', scale >= 2);
    for (const button of zooms) {
      button.setAttribute('aria-pressed', String(button.dataset['zoom'] === zoom));
    }
    cut();
  };

  /** @param {File} file @param {string} address Of the result. */
  const show = async (file, address) => {
    after.src = address;
    await Promise.all([showFile(before, file), after.decode().catch(() => undefined)]);
    const isAlike = areAlike(before, after);
    compare.hidden = !isAlike;
    within(panel, '.zoom', HTMLElement).hidden = !isAlike;
    within(panel, '.differ', HTMLElement).hidden = isAlike;
    if (!isAlike) return;
    resize();
    stage.scrollTo(
      (stage.scrollWidth - stage.clientWidth) / 2,
      (stage.scrollHeight - stage.clientHeight) / 2,
    );
  };

  slider.addEventListener('input', cut);
  stage.addEventListener('scroll', cut);
  for (const button of zooms) {
    button.addEventListener('click', () => {
      zoom = button.dataset['zoom'] ?? '1';
      resize();
    });
  }
  new ResizeObserver(resize).observe(stage);
  return { show };
};

/** Shows nothing, and no sign of a broken picture. @param {HTMLImageElement} image */
export const hideImage = (image) => {
  image.removeAttribute('src');
  image.hidden = true;
};

/**
 * Resolves when an image shows a file; it shows nothing where the file is none. The address of the file is given back.
 * @param {HTMLImageElement} image
 * @param {File} file
 */
export const showFile = async (image, file) => {
  const address = URL.createObjectURL(file);
  image.src = address;
  try {
    await image.decode();
    image.hidden = false;
  } catch {
    if (image.src === address) hideImage(image);
  } finally {
    URL.revokeObjectURL(address);
  }
};

/** @param {HTMLImageElement} before @param {HTMLImageElement} after */
const areAlike = (before, after) => {
  const [one, other] = [before, after].map(
    ({ naturalWidth, naturalHeight }) => naturalWidth / naturalHeight,
  );
  return Math.abs(Math.log((one ?? 0) / (other ?? 0))) < tolerance;
};
