import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'

const fixture = testFixture()

const projectOf = async (id: string) =>
  (await fixture.db.sql('select * from public.projects where id = $1::uuid', [id]))[0]!

async function change(user: string, id: string, p_details: object) {
  return fixture.db.rpc(user, 'update_project', {
    p_project: id,
    p_idempotency_key: randomUUID(),
    p_version: (await projectOf(id)).version,
    p_details,
  })
}

describe('the settings of an own project', () => {
  it.each(['General Manager', 'Owner'] as const)(
    'are changed by its %s, within what is theirs',
    async (role) => {
      const user = fixture.role[role]
      const details = {
        owner_name: `${role} Reyes`,
        address: '1 Mabini St',
        product_categories3: ['Retail', role],
        price_floor_percent: '65.5',
        memo_approval_above: '250.00',
      }
      await change(user, fixture.a, details)
      expect(await projectOf(fixture.a)).toMatchObject({
        owner_name: `${role} Reyes`,
        address: '1 Mabini St',
        product_categories3: ['Retail', role],
        settings: { price_floor_percent: 65.5, memo_approval_above: '250.00' },
      })
      const [entry] = await fixture.db.sql(
        "select user_id from public.audit_log where table_name = 'projects' and project_id = $1::uuid order by id desc limit 1",
        [fixture.a],
      )
      expect(entry).toEqual({ user_id: user })
    },
  )

  it.each([
    { name: 'Another name' },
    { time_zone: 'UTC' },
    { currency: 'USD' },
    { credit_override_maker_checker: false },
    { credit_lines_maker_checker: false },
    { vouchers_maker_checker: false },
    { memos_maker_checker: false },
    { receipts_maker_checker: false },
    { payee_accounts_maker_checker: false },
    { product_edits_maker_checker: false },
    { write_offs_maker_checker: false },
    // What is not known may be the administrator's one day.
    { a_later_setting: true },
  ])('leave %j to the administrator', async (details) => {
    const before = await projectOf(fixture.a)
    await expect(
      change(fixture.role['General Manager'], fixture.a, { address: 'x', ...details }),
    ).rejects.toMatchObject({ code: '42501' })
    expect(await projectOf(fixture.a)).toEqual(before)
  })

  it('are not those of another company, nor its status', async () => {
    const manager = fixture.role['General Manager']
    const before = await projectOf(fixture.b)
    await expect(change(manager, fixture.b, { address: 'x' })).rejects.toMatchObject({
      code: '42501',
    })
    for (const id of [fixture.a, fixture.b])
      await expect(
        fixture.db.rpc(manager, 'remove_project', {
          p_project: id,
          p_idempotency_key: randomUUID(),
          p_status: 'inactive',
        }),
      ).rejects.toMatchObject({ code: '42501' })
    expect(await projectOf(fixture.b)).toEqual(before)
  })

  it('take a logo from their own folder only', async () => {
    const manager = fixture.role['General Manager']
    const put = (project: string) =>
      fixture.db.as(
        manager,
        `insert into storage.objects (bucket_id, name) values ('logos', '${project}/x/${randomUUID()}.png') returning name`,
      )
    const [stored] = await put(fixture.a)
    await expect(put(fixture.b)).rejects.toMatchObject({ code: '42501' })
    await change(manager, fixture.a, { logo_uri: stored!.name })
    expect((await projectOf(fixture.a)).logo_uri).toBe(stored!.name)
    const other = `${fixture.b}/x/${randomUUID()}.png`
    await fixture.db.sql("insert into storage.objects (bucket_id, name) values ('logos', $1)", [
      other,
    ])
    await expect(change(manager, fixture.a, { logo_uri: other })).rejects.toMatchObject({
      detail: 'logo_uri',
    })
    await fixture.db.as(manager, `delete from storage.objects where name = '${other}'`)
    expect(
      await fixture.db.sql('select 1 from storage.objects where name = $1', [other]),
    ).toHaveLength(1)
  })
})
