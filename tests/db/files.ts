import { randomUUID } from 'node:crypto'
import type { Permission } from '../../app/platform/access/permissions.ts'
import { disburse } from '../support/disburse.ts'
import type { Fixture } from '../support/fixture.ts'
import type { Probe } from '../support/probe.ts'
import { ask } from '../support/probe.ts'
import { identities, scopeOfRole, type TestIdentity } from './identities.ts'

export type FileAction = 'reads' | 'puts' | 'removes'

/** A file that is there or could be, and who may do what with it. What is not said is refused. */
interface StoredObject {
  bucket: string
  name: string
  project: 'a' | 'b' | null
  may: Partial<Record<FileAction, readonly ('members' | 'administrator' | Permission)[]>>
}

/**
 * Names stored objects in each bucket: of both companies, of a removed one, of vouchers in each
 * state, of none.
 */
export async function filePlaces(fixture: Fixture): Promise<StoredObject[]> {
  await fixture.db.sql("insert into storage.buckets (id, name) values ('others', 'others')")
  const [removed] = await fixture.db.sql<{ id: string }>(
    "select id from public.projects where status = 'removed'",
  )
  const admin = ['administrator'] as const
  const objects: StoredObject[] = [
    {
      bucket: 'logos',
      name: `${removed!.id}/logo.png`,
      project: null,
      may: { reads: admin, removes: admin },
    },
  ]
  for (const project of ['a', 'b'] as const) {
    const own = fixture[project]
    const d = disburse(fixture, project)
    const open = await d.write('10.00')
    const named = await d.upload(open)
    await d.attach(open, named)
    const cancelled = await d.write('10.00')
    await d.cancel(cancelled)
    const reads = ['vouchers.read'] as const
    // A file that no row names is known to the people who may attach it.
    const unnamed = { reads: ['vouchers.write'], removes: ['vouchers.write'] } as const
    objects.push(
      {
        bucket: 'logos',
        name: `${own}/logo.png`,
        project,
        may: {
          reads: ['members', ...admin],
          puts: ['settings.write', ...admin],
          removes: ['settings.write', ...admin],
        },
      },
      {
        bucket: 'documents',
        name: `${own}/voucher/${open.id}/new.pdf`,
        project,
        may: { ...unnamed, puts: ['vouchers.write'] },
      },
      // A file can only be removed after its row is deleted.
      { bucket: 'documents', name: named, project, may: { reads, puts: ['vouchers.write'] } },
      {
        bucket: 'documents',
        name: `${own}/voucher/${cancelled.id}/late.pdf`,
        project,
        may: unnamed,
      },
      ...[
        `${own}/voucher/${randomUUID()}/none.pdf`,
        `${own}/booking/${open.id}/kind.pdf`,
        `${own}/none/${open.id}/kind.pdf`,
        `${own}/voucher/${open.id}/below/place.pdf`,
        `${own}/${open.id}/place.pdf`,
        'place.pdf',
      ].map((name) => ({ bucket: 'documents', name: `${name}`, project, may: {} })),
      // Files of vouchers up to version 1.2 are read where they are; none is added.
      { bucket: 'vouchers', name: `${own}/${open.id}/old.pdf`, project, may: unnamed },
      { bucket: 'vouchers', name: `${own}/${randomUUID()}/none.pdf`, project, may: {} },
      { bucket: 'others', name: `${own}/voucher/${open.id}/other.pdf`, project, may: {} },
    )
  }
  return objects
}

function may(who: TestIdentity, action: FileAction, { project, may }: StoredObject): boolean {
  const role = project && who[project]
  return (may[action] ?? []).some((whom) => {
    if (whom === 'administrator') return Boolean(who.admin)
    return whom === 'members' ? role !== null : scopeOfRole(role, whom) !== null
  })
}

const STATEMENTS: Record<FileAction, Omit<Probe, 'who'>> = {
  reads: { text: 'select count(*) from storage.objects where bucket_id = $1 and name = $2' },
  puts: { text: 'insert into storage.objects (bucket_id, name) values ($1, $2)', silent: true },
  removes: {
    text: 'with done as (delete from storage.objects where bucket_id = $1 and name = $2 returning 1) select count(*) from done',
  },
}
const PUT = `${STATEMENTS.puts.text} on conflict do nothing`

/**
 * Returns the identities that read, put or remove files otherwise than declared. Leaves all files
 * in place.
 */
export async function wrongFiles(
  fixture: Fixture,
  objects: StoredObject[],
  action: FileAction,
): Promise<string[]> {
  const people = identities(fixture)
  const probes = objects.flatMap(({ bucket, name }): Probe[] => {
    const params = [bucket, name]
    const put: Probe = { who: 'owner', text: PUT, silent: true, params }
    // Each statement starts from the same files.
    const before = action === 'puts' ? { ...put, ...STATEMENTS.removes, silent: false } : put
    return [
      ...people.flatMap((who) => [before, { who: who.user, ...STATEMENTS[action], params }]),
      put,
    ]
  })
  const answers = await ask(fixture.db, probes)
  const perPlace = 2 * people.length + 1
  return objects.flatMap((object, at) =>
    people.flatMap((who, n) => {
      const got = answers[at * perPlace + 2 * n + 1]!
      const did = got === (action === 'puts' ? 'done' : '1')
      return did === may(who, action, object)
        ? []
        : [`${who.name} ${action} ${object.bucket}/${object.name}: ${got}`]
    }),
  )
}
