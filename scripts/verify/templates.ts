import { startSharedCluster } from '../../tools/shared-cluster.ts'
import { hasNorthwind, northwindFolder } from '../northwind/tables.ts'
import { folderTemplate, postgresTemplate } from './test-databases.ts'

/** Makes what the suites begin from, while nothing needs it yet: the one that takes longest comes last. */
const cluster = await startSharedCluster()
if (!cluster) throw new Error('No PostgreSQL 15 or newer at hand.')
try {
  await postgresTemplate(cluster.url, 'migrated')
  await postgresTemplate(cluster.url, 'demo')
  await folderTemplate('demo')
  if (hasNorthwind(northwindFolder())) await postgresTemplate(cluster.url, 'northwind')
} finally {
  await cluster.stop()
}
