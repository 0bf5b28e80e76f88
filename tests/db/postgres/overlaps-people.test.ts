import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Role } from '../../../app/platform/access/permissions.ts'
import { disburse } from '../../support/disburse.ts'
import { documentParts } from '../../support/document-parts.ts'
import { testFixture } from '../../support/fixture.ts'
import { overlap } from '../../support/overlap.ts'
import { setRules } from '../../support/rules.ts'
import { trade } from '../../support/trade.ts'

const fixture = testFixture()
const d = disburse(fixture)
const t = trade(fixture)
const admin = (name: string, args: object, project = fixture.a) =>
  fixture.db.rpc(fixture.admin, name, {
    ...{ p_project: project, p_idempotency_key: randomUUID(), ...args },
  })
const update = (user_id: string, version: number, role: Role, more: object = {}) =>
  admin('update_member', { p_version: version, p_member: { user_id, role, ...more } })

describe('people', () => {
  it.each(['give', 'change'])(
    'an agent is given to a manager who gets another role, %s first: one of the two is refused',
    async (first) => {
      const [manager, agent] = [await fixture.addAgent('a'), await fixture.addAgent('a')]
      const commands = {
        give: () => update(agent, 1, 'Agent', { manager_id: manager }),
        change: () => update(manager, 1, 'warehouse'),
      }
      const refused = first === 'give' ? { change: 'has_agents' } : { give: 'invalid' }
      const expected = { give: 'done', change: 'done', ...refused }
      expect(await overlap(fixture.db, commands, first)).toEqual(expected)
    },
  )

  it('becomes active in two projects at once: only in one, where the role belongs to one', async () => {
    const agent = await fixture.addAgent('a')
    const status = (project: string, p_status: string) =>
      admin('set_member_status', { p_user: agent, p_status }, project)
    await status(fixture.a, 'inactive')
    await admin(
      'update_member',
      { p_version: 1, p_member: { user_id: agent, role: 'Agent' } },
      fixture.b,
    )
    await status(fixture.b, 'inactive')
    const commands = {
      a: () => status(fixture.a, 'active'),
      b: () => status(fixture.b, 'active'),
    }
    expect(await overlap(fixture.db, commands, 'a')).toEqual({ a: 'done', b: 'wrong_state' })
  })

  it('an agent gets another name while customers are imported by it: the sheet is refused', async () => {
    const agent = await fixture.addAgent('a', 'Renamed Agent')
    const import_ = () =>
      t.rpc('import_customers', {
        p_import: { rows: [{ name: 'Of the renamed', agent: 'Renamed Agent', terms_days: '0' }] },
        p_check: false,
      })
    const rename = () =>
      fixture.db.rpc(agent, 'change_display_name', {
        ...{ p_project: fixture.a, p_idempotency_key: randomUUID(), p_display_name: 'New Name' },
      })
    const answers = await overlap(fixture.db, { rename, import: import_ }, 'rename')
    expect(answers).toEqual({ rename: 'done', import: 'done' })
    expect(
      await fixture.db.sql("select 1 from public.customers where name = 'Of the renamed'"),
    ).toEqual([])
  })
})

describe('vouchers', () => {
  it('a file is taken off twice: the second finds none', async () => {
    const { id } = await d.write('10.00')
    const parts = documentParts(fixture)
    const file = await parts.add('voucher', id)
    const detach = () => parts.detach(file)
    const answers = await overlap(fixture.db, { one: detach, two: detach }, 'one')
    expect(answers).toEqual({ one: 'done', two: 'not_found' })
  })

  it('a file is attached while it is deleted: one of the two', async () => {
    const { id } = await d.write('10.00')
    const uploaded = async () => {
      const path = await documentParts(fixture).upload('voucher', id)
      let deleted = 0
      const commands = {
        attach: () => documentParts(fixture).attach('voucher', id, path),
        delete: async () => {
          const text = 'delete from storage.objects where name = $1 returning 1'
          deleted = (await fixture.db.as(d.clerk(), text, [path])).length
        },
      }
      return { commands, deleted: () => deleted }
    }
    const kept = await uploaded()
    expect(await overlap(fixture.db, kept.commands, 'attach')).toMatchObject({ attach: 'done' })
    expect(kept.deleted()).toBe(0)
    const gone = await uploaded()
    expect(await overlap(fixture.db, gone.commands, 'delete')).toMatchObject({ attach: 'invalid' })
    expect(gone.deleted()).toBe(1)
  })

  it.each(['book', 'write'])(
    'a number is written while its cheque book is added, %s first: it is a leaf of the book',
    async (first) => {
      const bank = await d.bank(`Bank of ${first}`)
      const voucher = await d.byCheque('10.00', { bank_id: bank, cheque_no: '105' })
      const commands = {
        book: () =>
          t.rpc('add_cheque_book', { p_book: { bank_id: bank, first_no: '101', last_no: '110' } }),
        write: () => d.rpc('create_voucher', { p_voucher: voucher }),
      }
      expect(await overlap(fixture.db, commands, first)).toEqual({ book: 'done', write: 'done' })
      const leaves = await fixture.db.sql<{ cheque_no: string }>(
        'select cheque_no from public.issued_cheques where bank_id = $1::uuid and in_book and voucher_id is not null',
        [bank],
      )
      expect(leaves).toEqual([{ cheque_no: '105' }])
    },
  )

  it('is printed while the amount above which it needs approval is lowered: by the new amount', async () => {
    const voucher = await d.write('500.00')
    const commands = {
      set: () => setRules(fixture, 'a', { voucher_approval_above: '100' }),
      print: () => d.print(voucher),
    }
    const answers = await overlap(fixture.db, commands, 'set')
    await setRules(fixture, 'a', { voucher_approval_above: null })
    expect(answers).toEqual({ set: 'done', print: 'needs_approval' })
  })
})
