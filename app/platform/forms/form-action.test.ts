import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs } from '@remix-run/node'
import { describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import type { Permission } from '../access/permissions'
import type { Db, Identity, Membership } from '../request/context'
import { reply } from '../request/reply.server'
import { takeToast } from '../request/toast.server'
import { adminAction, formAction, formActions } from './form-action.server'

const KEY = '0a1b2c3d-0000-4000-8000-00000000000a'
const schema = z.object({ reason: z.string({ error: 'Enter a reason.' }), version: z.int() })

/** Sends a form to an action as a member with these permissions; `refusal` is the database's answer. */
async function send(
  action: (args: ActionFunctionArgs) => Promise<unknown>,
  fields: Record<string, string>,
  permissions: Permission[] = ['vouchers.write'],
  refusal: object | null = null,
  isAdmin = false,
) {
  const calls: unknown[] = []
  const rpc = async (name: string, args: object) => {
    calls.push([name, args])
    return { data: refusal ? null : { id: 'v', version: 2 }, error: refusal }
  }
  const project = { projectId: 'p', projectName: 'P', role: 'Owner', permissions } as Membership
  const identity = { memberships: [project], isAdmin } as Identity
  const body = new URLSearchParams({ project: 'p', idempotencyKey: KEY, ...fields })
  const sent = action({
    request: new Request('http://k.test/vouchers/v', { method: 'POST', body }),
    params: { id: 'v' },
    context: { db: { rpc } as unknown as Db, identity, projectCookie: 'p' } as never,
  })
  const response = (await sent.catch((thrown: unknown) => thrown)) as Response
  return { response, calls, body: () => response.json() }
}

const cancel = formAction({
  permission: 'vouchers.write',
  schema,
  command: ({ run, id, value }) =>
    run('cancel_voucher', { p_voucher: id, p_version: value.version, p_reason: value.reason }),
  done: 'Cancelled.',
})
const typed = { reason: 'Twice', version: '1' }
const failure = (details: string) => ({
  code: 'P0001',
  message: 'No.',
  hint: 'wrong_state',
  details,
})

describe('formAction', () => {
  it('runs the command under the key of the form and goes back to the page with a message', async () => {
    const { response, calls } = await send(cancel, typed)
    const args = { p_voucher: 'v', p_version: 1, p_reason: 'Twice' }
    const keyed = { ...args, p_project: 'p', p_idempotency_key: KEY }
    expect(calls).toEqual([['cancel_voucher', keyed]])
    expect([response.status, response.headers.get('Location')]).toEqual([302, '/vouchers/v'])
    expect(response.headers.get('Set-Cookie')).toContain('toast=')
  })

  it('begins the page anew after "Save and new", with a link to what was saved', async () => {
    const write = formAction({
      permission: 'vouchers.write',
      schema,
      command: ({ run }) =>
        run('cancel_voucher', { p_voucher: 'v', p_version: 1, p_reason: 'Twice' }),
      done: () => ({ to: '/expenses/7', text: 'Voucher No. 7 saved.' }),
    })
    const pressed = Object.fromEntries([...Object.entries(typed), ['then', 'another']])
    const { response } = await send(write, pressed)
    expect(response.headers.get('Location')).toBe(`/vouchers/v?last=${KEY}`)
    const cookie = response.headers.get('Set-Cookie') ?? ''
    const answer = await takeToast(new Request('http://k.test', { headers: { Cookie: cookie } }))
    expect(answer?.toast).toEqual({
      tone: 'success',
      text: 'Voucher No. 7 saved.',
      link: '/expenses/7',
    })
  })

  it('asks for the permission before anything else', async () => {
    const { response, calls } = await send(cancel, { project: 'other' }, ['vouchers.read'])
    expect([response.status, calls]).toEqual([403, []])
  })

  it('refuses the form of another project and a form without a key', async () => {
    expect((await send(cancel, { ...typed, project: 'other' })).response.status).toBe(409)
    expect((await send(cancel, { ...typed, idempotencyKey: '' })).response.status).toBe(400)
  })

  it('sends a form back that cannot be read, with what was typed', async () => {
    const { response, calls, body } = await send(cancel, { reason: '', version: '7' })
    expect([response.status, calls]).toEqual([422, []])
    expect(await body()).toMatchObject({
      initialValue: { version: '7' },
      error: { reason: ['Enter a reason.'] },
    })
  })

  it('says a refusal at its field, or in the banner where the form has no such field', async () => {
    const known = await send(cancel, typed, undefined, failure('reason'))
    expect(known.response.status).toBe(422)
    expect(await known.body()).toMatchObject({ error: { reason: ['No.'] } })
    const unknown = await send(cancel, typed, undefined, failure('cheque_no'))
    expect(await unknown.body()).toMatchObject({ error: { '': ['No.'] } })
  })
})

describe('formActions', () => {
  const several = formActions({
    permission: ['vouchers.write', 'vouchers.read'],
    document: async ({ id }) => ({ name: `Voucher ${id}` }),
    page: async ({ payload }) => ({ duplicates: [String(payload.reason)] }),
    intents: (intent) => ({
      approve: intent({
        permission: 'vouchers.approve',
        schema,
        command: ({ run, id, value }) =>
          run('approve_voucher', { p_voucher: id, p_version: value.version }),
        fieldOf: (field) => (field === 'note' ? 'reason' : field),
        done: (_, { document }) => ({ to: '/list', text: `${document.name} approved.` }),
      }),
      look: async ({ form, document }) => {
        const { payload } = parseWithZod(form, { schema })
        return Response.json({ ...document, ...payload })
      },
    }),
  })
  const approves: Permission[] = ['vouchers.read', 'vouchers.approve']

  it('does what the intent says, to the document of the page', async () => {
    const approved = await send(several, { ...typed, intent: 'approve' }, approves)
    expect(approved.response.headers.get('Location')).toBe('/list')
    const looked = await send(several, { ...typed, intent: 'look' })
    expect(await looked.body()).toMatchObject({ name: 'Voucher v', reason: 'Twice' })
  })

  it('asks for the permission of the intent too, and refuses an intent that is none', async () => {
    expect((await send(several, { ...typed, intent: 'approve' })).response.status).toBe(403)
    expect((await send(several, { ...typed, intent: 'constructor' })).response.status).toBe(400)
    expect((await send(several, typed)).response.status).toBe(400)
  })

  it('sends back what the page read, and a refusal at the field that the form has for it', async () => {
    const fields = { ...typed, intent: 'approve' }
    const { body } = await send(several, fields, approves, failure('note'))
    expect(await body()).toMatchObject({
      lastResult: { error: { reason: ['No.'] } },
      duplicates: ['Twice'],
    })
  })
})

describe('a form with more than a message', () => {
  it('stays on the page with the answer of an accepted form, and never sends hidden fields back', async () => {
    const action = formAction({
      permission: null,
      schema: ({ url }) => (url.pathname === '/vouchers/v' ? schema : z.object({})),
      hideFields: ['reason'],
      answer: (lastResult) => ({ lastResult, outcomes: 0 }),
      command: async () => ({ ok: true, data: 2 }),
      done: (outcomes, { submission }) =>
        reply({ lastResult: submission.reply({ resetForm: true }), outcomes }, 200),
    })
    const done = await send(action, typed, [])
    expect([done.response.status, await done.body()]).toMatchObject([200, { outcomes: 2 }])
    const invalid = await send(action, { reason: 'Secret', version: 'x' }, [])
    expect(JSON.stringify(await invalid.body())).not.toContain('Secret')
    expect(invalid.response.status).toBe(422)
  })
})

describe('adminAction', () => {
  it('is for the administrator alone', async () => {
    const action = adminAction({
      schema,
      command: ({ run, value }) =>
        run('remove_project', { p_project: 'x', p_status: value.reason }),
      done: 'Done.',
    })
    const { response, calls } = await send(action, typed)
    expect([response.status, calls]).toEqual([403, []])
    const sent = await send(action, typed, [], null, true)
    const args = { p_project: 'x', p_status: 'Twice', p_idempotency_key: KEY }
    expect(sent.calls).toEqual([['remove_project', args]])
    expect(sent.response.headers.get('Location')).toBe('/vouchers/v')
  })
})
