import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import type { Db } from '../../app/platform/request/context.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { openBackend } from '../../server/backend.ts'
import { readEnv } from '../../server/env.ts'
import { signInAs } from '../../tools/accounts.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { demoCompany } from '../support/demo.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const clerk = 'expenses-and-disbursements'
const company = demoCompany(server, clerk)
const PDF = { contentType: 'application/pdf' }
const bytes = Buffer.from('%PDF-1.4\n%%EOF')
let other: Db
let voucher: string

const files = (db = company.db()) => db.storage.from('documents')
const pathOf = (digit: number) => `${DEMO_ID}/voucher/${voucher}/${`${digit}`.repeat(64)}.pdf`
/** The status that Storage says in its refusal; null when it did what it was asked. */
const refusal = async (asked: PromiseLike<{ error: unknown }>) =>
  ((await asked).error as { statusCode: string } | null)?.statusCode ?? null

beforeAll(async () => {
  const env = readEnv({ NODE_ENV: 'test', KALAKAL_DATA_DIR: server.folder })
  const backend = await openBackend(env, { origin: server.origin, as: 'tool' })
  other = await signInAs(backend, { email: `${clerk}@other.test`, password: DEMO_PASSWORD })
  const { data: payee } = await company.db().from('payees').select('id').limit(1).single()
  const lines = [{ description: 'Paper', amount: '10.00' }]
  const made = await company.runCommand('create_voucher', {
    p_voucher: { payee_id: payee!.id, lines },
  })
  voucher = made.id
})

it('a file comes back as it was put, once, and is gone when it is removed', async () => {
  expect(await refusal(files().upload(pathOf(1), bytes, PDF))).toBeNull()
  expect(await refusal(files().upload(pathOf(1), bytes, PDF))).toBe('409')
  const { data } = await files().download(pathOf(1))
  expect(Buffer.from(await data!.arrayBuffer())).toEqual(bytes)
  expect(data!.type).toBe('application/pdf')
  expect((await files().remove([pathOf(1)])).data).toHaveLength(1)
  expect(await refusal(files().download(pathOf(1)))).toBe('404')
})

it('a file of another kind, too large a one, and one of no voucher are refused', async () => {
  const large = Buffer.alloc(6 * 1024 * 1024)
  expect(await refusal(files().upload(pathOf(2), '<b>', { contentType: 'text/html' }))).toBe('415')
  expect(await refusal(files().upload(pathOf(2), large, PDF))).toBe('413')
  const nowhere = `${DEMO_ID}/voucher/${randomUUID()}/x.pdf`
  expect(await refusal(files().upload(nowhere, bytes, PDF))).toBe('403')
})

it('nothing is known or done of it in the other company, and nobody makes a link that needs no session', async () => {
  expect(await refusal(files().upload(pathOf(3), bytes, PDF))).toBeNull()
  const answers = [pathOf(3), `${DEMO_ID}/voucher/${randomUUID()}/x.pdf`].map((path) =>
    files(other).download(path),
  )
  const [foreign, absent] = await Promise.all(answers)
  expect(foreign!.error).toMatchObject({ statusCode: '404' })
  expect(foreign).toEqual(absent)
  expect(await refusal(files(other).upload(pathOf(4), bytes, PDF))).toBe('403')
  expect((await files(other).remove([pathOf(3)])).data).toEqual([])
  for (const db of [company.db(), other])
    expect(await refusal(files(db).createSignedUrl(pathOf(3), 60))).toBe('404')
  expect(await refusal(files().download(pathOf(3)))).toBeNull()
})

it('a file that a document names stays', async () => {
  await files().upload(pathOf(5), bytes, PDF)
  await company.runCommand('attach_files', {
    ...{ p_kind: 'voucher', p_document: voucher },
    p_files: [{ name: 'Receipt.pdf', path: pathOf(5) }],
  })
  expect((await files().remove([pathOf(5)])).data).toEqual([])
  expect(await refusal(files().download(pathOf(5)))).toBeNull()
})
