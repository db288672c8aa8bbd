import { escaped } from '../../escaped-html.ts';

/** Cells of a row, as HTML; numbers to the right. */
export const rowOf = (cells: readonly string[], tag: 'td' | 'th' = 'td'): string =>
  `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>\n`;

export const tableOf = (
  head: readonly string[],
  rows: readonly (readonly string[])[],
  name = 'facts',
): string => `<table class="${name}">
<thead>${rowOf(head, 'th')}</thead>
<tbody>${rows.map((row) => rowOf(row)).join('')}</tbody>
</table>
`;

/** A page that loads nothing, neither from elsewhere nor from its own folder. */
export const pageStart = (title: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
`;

/** Its script moves the line between two pictures. Without scripts it stays in the middle. */
export const pageEnd = `</main>
<script>
for (const slider of document.querySelectorAll('.pair input')) {
  slider.addEventListener('input', () => {
    slider.closest('.pair').style.setProperty('--cut', slider.value + '%');
  });
}
</script>
</body>
</html>
`;

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 60rem; overflow-wrap: anywhere; padding: 1rem; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { border-bottom: 1px solid #8886; padding: 0.25rem 0.75rem 0.25rem 0; text-align: left; vertical-align: top; }
td + td, th + th { text-align: right; }
.counts td + td + td, .counts th + th + th { text-align: left; }
ol { padding-left: 2rem; }
li { margin-bottom: 1.5rem; }
.bar { background: #2a6f97; display: inline-block; height: 0.8rem; }
.pair { --cut: 50%; display: inline-block; margin: 0.5rem 0; max-width: 100%; position: relative; }
.pair img { background: Canvas; display: block; max-width: 100%; }
.pair .before { clip-path: inset(0 calc(100% - var(--cut)) 0 0); inset: 0; position: absolute; }
.pair::after { background: #fff; box-shadow: 0 0 0 1px #0008; content: ""; inset: 0 auto 2rem var(--cut); position: absolute; width: 1px; }
.pair input { box-sizing: border-box; display: block; height: 2rem; margin: 0; width: 100%; }
.pair .before { bottom: auto; }
`;
