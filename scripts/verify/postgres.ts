import { startSharedCluster } from '../../tools/shared-cluster.ts'

/**
 * The PostgreSQL of a run: says its address on one line, and ends when its input does, so also when the runner dies.
 * A signal to the group of processes is the runner's to answer.
 */
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
const cluster = await startSharedCluster()
if (!cluster) throw new Error('No PostgreSQL 15 or newer at hand.')
process.stdout.write(`${cluster.url}\n`)
process.stdin.resume()
await new Promise((resolve) => process.stdin.once('close', resolve))
await cluster.stop()
