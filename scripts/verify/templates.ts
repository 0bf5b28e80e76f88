import { startSharedCluster } from '../../tools/shared-cluster.ts'
import { folderTemplate, postgresTemplate } from './test-databases.ts'

/**
 * Makes what several suites begin from, while nothing needs it yet. Northwind is made by the one suite that asks for it,
 * so that no other waits for its thousands of commands.
 */
const cluster = await startSharedCluster()
if (!cluster) throw new Error('No PostgreSQL 15 or newer at hand.')
try {
  await postgresTemplate(cluster.url, 'migrated')
  await postgresTemplate(cluster.url, 'demo')
  await folderTemplate('demo')
} finally {
  await cluster.stop()
}
