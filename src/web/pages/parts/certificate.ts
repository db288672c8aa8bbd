import { html, type Html } from '../../html.ts';
import type { Frame } from '../../layout.ts';

/** Name of the certificate as it is downloaded, which the examples read in the folder where they run. */
export const certificateName = 'cert.pem';

/** Where the certificate of the service's own is, and what it is for. */
export const certificateHint = ({ text }: Frame): Html => {
  const { certificate } = text;
  return html`<p class="hint">
    ${certificate.lead(certificateName)}
    <a href="/${certificateName}" download>${certificate.download(certificateName)}</a>
    ${certificate.trust}
  </p>`;
};
