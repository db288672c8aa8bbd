/** Answers each message with it. With `complaint`, it prints that as an error and exits with 3 instead. */
process.on('message', (message: { complaint?: string }) => {
  if (message.complaint === undefined) return process.send?.(message);
  console.error(message.complaint);
  process.exit(3);
});
process.send?.({ pid: process.pid });
