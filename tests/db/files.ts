import { randomUUID } from 'node:crypto'
import type { Permission } from '../../app/platform/access/permissions.ts'
import { disburse } from '../support/disburse.ts'
import type { Probe } from '../support/probe.ts'
import { ask } from '../support/probe.ts'
import type { World } from '../support/world.ts'
import { type Identity, identities, scopeOf } from './identities.ts'

export type FileAct = 'reads' | 'puts' | 'removes'

/** A file that is there or could be, and who may do what with it. What is not said is refused. */
interface Place {
  bucket: string
  name: string
  project: 'a' | 'b' | null
  may: Partial<Record<FileAct, readonly ('members' | 'administrator' | Permission)[]>>
}

/** In each bucket: of both companies, of a removed one, of vouchers in each state, of none. */
export async function filePlaces(world: World): Promise<Place[]> {
  await world.db.sql("insert into storage.buckets (id, name) values ('others', 'others')")
  const [removed] = await world.db.sql<{ id: string }>(
    "select id from public.projects where status = 'removed'",
  )
  const admin = ['administrator'] as const
  const places: Place[] = [
    {
      bucket: 'logos',
      name: `${removed!.id}/logo.png`,
      project: null,
      may: { reads: admin, removes: admin },
    },
  ]
  for (const project of ['a', 'b'] as const) {
    const own = world[project]
    const d = disburse(world, project)
    const open = await d.write('10.00')
    const named = await d.upload(open)
    await d.attach(open, named)
    const cancelled = await d.write('10.00')
    await d.cancel(cancelled)
    const reads = ['vouchers.read'] as const
    const kept = { reads, removes: ['vouchers.write'] } as const
    places.push(
      {
        bucket: 'logos',
        name: `${own}/logo.png`,
        project,
        may: { reads: ['members', ...admin], puts: admin, removes: admin },
      },
      {
        bucket: 'vouchers',
        name: `${own}/${open.id}/new.pdf`,
        project,
        may: { ...kept, puts: ['vouchers.write'] },
      },
      // To be removed, its row of the voucher goes first.
      { bucket: 'vouchers', name: named, project, may: { reads, puts: ['vouchers.write'] } },
      { bucket: 'vouchers', name: `${own}/${cancelled.id}/late.pdf`, project, may: kept },
      { bucket: 'vouchers', name: `${own}/${randomUUID()}/none.pdf`, project, may: kept },
      { bucket: 'others', name: `${own}/${open.id}/other.pdf`, project, may: {} },
    )
  }
  return places
}

function may(who: Identity, act: FileAct, { project, may }: Place): boolean {
  const role = project && who[project]
  return (may[act] ?? []).some((whom) => {
    if (whom === 'administrator') return Boolean(who.admin)
    return whom === 'members' ? role !== null : scopeOf(role, whom) !== null
  })
}

const STATEMENTS: Record<FileAct, Omit<Probe, 'who'>> = {
  reads: { text: 'select count(*) from storage.objects where bucket_id = $1 and name = $2' },
  puts: { text: 'insert into storage.objects (bucket_id, name) values ($1, $2)', silent: true },
  removes: {
    text: 'with done as (delete from storage.objects where bucket_id = $1 and name = $2 returning 1) select count(*) from done',
  },
}
const PUT = `${STATEMENTS.puts.text} on conflict do nothing`

/** Who reads, puts or removes files otherwise than their places say. Leaves them all in place. */
export async function wrongFiles(world: World, places: Place[], act: FileAct): Promise<string[]> {
  const people = identities(world)
  const probes = places.flatMap(({ bucket, name }): Probe[] => {
    const params = [bucket, name]
    const put: Probe = { who: 'owner', text: PUT, silent: true, params }
    // As it was for each of them.
    const before = act === 'puts' ? { ...put, ...STATEMENTS.removes, silent: false } : put
    return [
      ...people.flatMap((who) => [before, { who: who.user, ...STATEMENTS[act], params }]),
      put,
    ]
  })
  const answers = await ask(world.db, probes)
  const perPlace = 2 * people.length + 1
  return places.flatMap((place, at) =>
    people.flatMap((who, n) => {
      const got = answers[at * perPlace + 2 * n + 1]!
      const did = got === (act === 'puts' ? 'done' : '1')
      return did === may(who, act, place)
        ? []
        : [`${who.name} ${act} ${place.bucket}/${place.name}: ${got}`]
    }),
  )
}
