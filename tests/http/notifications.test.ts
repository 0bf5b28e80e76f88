import { beforeAll, describe, expect, it } from 'vitest'
import { today } from '../../app/platform/values/dates.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { demoCompany } from '../support/demo.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const company = demoCompany(server, 'finance-admin')

let owner: HttpClient
beforeAll(async () => {
  owner = await HttpClient.signedIn(server.origin, 'owner@demo.test')
})

const page = async (client: HttpClient, path: string) =>
  (await (await client.get(path)).text()).replaceAll('<!-- -->', '')
const hidden = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(html)![1]!
const send = (client: HttpClient, path: string, html: string, fields: [string, string][]) =>
  client.send(path, {
    method: 'POST',
    body: new URLSearchParams([
      ...['project', 'idempotencyKey'].map((name) => [name, hidden(html, name)]),
      ...fields,
    ]),
  })
const unread = async (client: HttpClient) =>
  ((await (await client.get('/inbox/count')).json()) as { unread: number }).unread

/** Returns a cheque that lies at the bank, and answers the number of its receipt. */
async function returnCheque(): Promise<string> {
  const { data, error } = await company
    .db()
    .from('collections')
    .select('id, version, cr_no')
    .eq('project_id', DEMO_ID)
    .in('cheque_state', ['deposited', 'cleared'])
    .is('paid_back_on', null)
    .order('date_collected', { ascending: false })
    .limit(1)
    .single()
  if (error) throw new Error(error.message)
  await company.runCommand('return_cheque', {
    p_collection: data.id,
    p_version: data.version,
    p_date: today('Asia/Manila'),
    p_reason: 'DAIF',
  })
  return data.cr_no
}

describe('a notification', () => {
  it('is counted at the bell, opens its document, and is marked as read', async () => {
    const before = await unread(owner)
    const no = await returnCheque()
    expect(await unread(owner)).toBe(before + 1)
    const list = await page(owner, '/notifications')
    expect(list).toContain('Cheque returned')
    expect(list).toContain(no)
    const [, document] = /href="(\/treasury\/treasury-list\/[0-9a-f-]{36})"/.exec(list)!
    expect((await owner.get(document!)).status).toBe(200)
    const read = await send(owner, '/notifications', list, [
      ['intent', 'read'],
      ['notification', hidden(list, 'notification')],
    ])
    expect([read.status, read.headers.get('location')]).toEqual([302, '/notifications'])
    expect(await unread(owner)).toBe(before)
    await returnCheque()
    const again = await page(owner, '/notifications')
    expect(again).toContain('Mark all as read')
    await send(owner, '/notifications', again, [['intent', 'read']])
    expect(await unread(owner)).toBe(0)
    expect(await page(owner, '/notifications')).not.toContain('Mark all as read')
  })

  it('comes in the ways that are ticked in the settings, by a form without scripts', async () => {
    const settings = await page(owner, '/settings/notifications')
    for (const kind of ['Approval waits', 'Cheque returned', 'Daily digest'])
      expect(settings).toContain(kind)
    const ticked = (html: string, way: string) =>
      (html.match(new RegExp(`<input[^>]*name="${way}"[^>]*>`, 'g')) ?? [])
        .filter((box) => / checked/.test(box))
        .map((box) => /value="([^"]+)"/.exec(box)![1]!)
    expect(ticked(settings, 'in_app')).toContain('cheque_returned')
    const kinds = [...settings.matchAll(/name="shown" value="([^"]+)"/g)].map(([, kind]) => kind!)
    const sent = await send(owner, '/settings/notifications', settings, [
      ['intent', 'ways'],
      ...kinds.map((kind): [string, string] => ['shown', kind]),
      ['in_app', 'mention'],
      ['by_mail', 'approval'],
    ])
    expect(sent.status).toBe(302)
    const saved = await page(owner, '/settings/notifications')
    expect(ticked(saved, 'in_app')).toEqual(['mention'])
    expect(ticked(saved, 'by_mail')).toEqual(['approval'])
    expect(ticked(saved, 'by_push')).toEqual([])
    const before = await unread(owner)
    await returnCheque()
    expect(await unread(owner)).toBe(before)
  })
})

describe('push', () => {
  const browser = {
    endpoint: 'https://fcm.googleapis.com/fcm/send/one',
    p256dh: 'B'.repeat(87),
    auth: 'C'.repeat(22),
  }
  const turnOn = async (client: HttpClient, fields: Partial<typeof browser>) => {
    const settings = await page(client, '/settings/notifications')
    return send(client, '/settings/notifications', settings, [
      ['intent', 'subscribe'],
      ...Object.entries({ ...browser, ...fields }),
    ])
  }

  it('is turned on for a known service, and ends with the sign-out in that browser', async () => {
    const client = await HttpClient.signedIn(server.origin, 'general-manager@demo.test')
    expect((await turnOn(client, { endpoint: 'https://push.evil.test/x' })).status).toBe(422)
    expect(await page(client, '/settings/notifications')).not.toContain('This browser</')
    expect((await turnOn(client, {})).status).toBe(302)
    expect(await page(client, '/settings/notifications')).toContain('This browser')
    const other = await HttpClient.signedIn(server.origin, 'general-manager@demo.test')
    const [, id] = /name="browser" value="([^"]+)"/.exec(
      await page(other, '/settings/notifications'),
    )!
    expect(id).toBeDefined()
    await client.post('/signout', {})
    expect(await page(other, '/settings/notifications')).not.toContain('name="browser"')
  })

  it('has a worker of its own that only shows and opens', async () => {
    const response = await owner.get('/push-worker.js')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('javascript')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
    const text = await response.text()
    expect(text).not.toMatch(/fetch\s*\(|caches|importScripts|'fetch'/)
    expect(text.length).toBeLessThan(1500)
  })
})
