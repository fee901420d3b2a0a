// Loaded into the server before its own code: when the script that started it is killed outright, the
// channel between the two closes, and the server ends in order instead of living on unseen.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
