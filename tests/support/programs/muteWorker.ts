/** A worker that never says that it is ready. */
process.once('disconnect', () => process.exit());
process.on('message', () => undefined);
