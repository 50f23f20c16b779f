/** A worker that never reports that it is ready. */
process.once('disconnect', () => process.exit());
process.on('message', () => undefined);
