/**
 * People at the sign-in page, in a worker thread, so that the work of their browsers does not delay the uploads that
 * are timed. Each message is a form, or undefined for those who only open the page. The answer has the statuses.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { createClient } from '../support/e2e/client.ts';
import { createVisitor } from '../support/web/visitor.ts';

export type People = Readonly<{
  service: Parameters<typeof createClient>[0];
  count: number;
}>;

export type SignInForm = Readonly<{ email: string; password: string }> | undefined;

const { service, count } = workerData as People;
const client = createClient(service);
const visitor = createVisitor((path, request) => client.send({ path, ...request }));

parentPort?.on('message', async (form: SignInForm) => {
  const visit = form === undefined ? {} : { form };
  const answers = await Promise.all(
    Array.from({ length: count }, () => visitor.visit('/signin', visit)),
  );
  parentPort?.postMessage(answers.map(({ status }) => status));
});
