import type { SystemState } from '../../app/platform/request/context.ts'
import { version } from '../../package.json'
import type { Backend } from '../backend.ts'
import { keptBackups } from '../kept-backups.ts'
import { folderState, migrationState } from './health.ts'

/** Reads version, migrations, backups and free space of this installation. */
export async function systemState(backend: Backend): Promise<SystemState> {
  const [schema, files] = await Promise.all([migrationState(backend), folderState(backend)])
  const { migrations: applied, latest, pending } = schema
  return {
    version,
    backend: backend.kind,
    migrations: applied && latest ? { applied, latest, pending: pending ?? 0 } : null,
    freeMiB: files.freeMiB ?? null,
    backups: backend.folder ? keptBackups(backend.folder) : null,
  }
}
