import { createECDH, createPublicKey, sign, verify } from 'node:crypto'
import type { ServerBuild } from '@remix-run/node'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePushes } from '../../app/modules/notifications/make-mail.server.ts'
import type { Ask } from '../../server/ask-for.ts'
import { encryptFor } from '../../server/push/encrypt.ts'
import { pushKeyOf } from '../../server/push/keys.ts'
import { pushJob } from '../../server/push/push-job.ts'
import { openPush, type SendPush } from '../../server/push/send.ts'
import { isPushService } from '../../server/push/services.ts'
import { asServerOf } from '../support/as-server.ts'
import { testFixture } from '../support/fixture.ts'
import { decrypt, newBrowser, startPushService } from '../support/push-service.ts'
import { trade } from '../support/trade.ts'

const { signal } = new AbortController()

describe('the keys of a server', () => {
  it('follow from the secret of its sessions, and sign', () => {
    const one = pushKeyOf('a secret of more than thirty-two characters')
    expect(pushKeyOf('a secret of more than thirty-two characters')).toEqual(one)
    expect(pushKeyOf('another secret of more than thirty-two letters').publicKey).not.toBe(
      one.publicKey,
    )
    expect(Buffer.from(one.publicKey, 'base64url')).toHaveLength(65)
    const { d: _, ...open } = one.jwk
    const text = Buffer.from('text')
    const signature = sign('sha256', text, { key: one.jwk, format: 'jwk' })
    expect(verify('sha256', text, createPublicKey({ key: open, format: 'jwk' }), signature)).toBe(
      true,
    )
  })
})

describe('an encrypted push', () => {
  it('is opened by the example of RFC 8291', () => {
    const ecdh = createECDH('prime256v1')
    ecdh.setPrivateKey(Buffer.from('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url'))
    const body =
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
    expect(decrypt({ ecdh, auth: 'BTBZMqHH6r4Tts7J_aSIgg' }, Buffer.from(body, 'base64url'))).toBe(
      'When I grow up, I want to be a watermelon',
    )
  })

  it('is opened by its browser alone, and is as long as another one', () => {
    const browser = newBrowser()
    const text = 'Cheque returned ₱'
    const body = encryptFor(browser.keys, text)
    expect(decrypt(browser, body)).toBe(text)
    expect(() => decrypt(newBrowser(), body)).toThrow()
    expect(encryptFor(browser.keys, 'x')).toHaveLength(body.length)
    expect(encryptFor(browser.keys, 'x').equals(encryptFor(browser.keys, 'x'))).toBe(false)
    expect(() => encryptFor(browser.keys, 'x'.repeat(2049))).toThrow('too long')
  })
})

it('knows the push services of browsers, and no other address', () => {
  for (const known of [
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
  ])
    expect(isPushService(known)).toBe(true)
  for (const other of [
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/abc',
    'https://user@fcm.googleapis.com/abc',
    'https://fcm.googleapis.com.evil.test/abc',
    'https://evil.test/?fcm.googleapis.com',
    'https://notify.windows.com/abc',
    'https://127.0.0.1/abc',
    'file:///etc/passwd',
    'none',
  ])
    expect(isPushService(other)).toBe(false)
})

describe('a push service', () => {
  let service: Awaited<ReturnType<typeof startPushService>>
  beforeAll(async () => {
    service = await startPushService()
  })
  afterAll(() => {
    service.close()
  })
  const keys = pushKeyOf('a secret of more than thirty-two characters')
  const subject = 'https://kalakal.example'

  it('is told apart by its answers, and is not followed elsewhere', async () => {
    const push = openPush({
      keys,
      subject,
      isKnown: (address) => address.startsWith(service.origin),
    })
    const to = (path: string) => ({
      id: path,
      endpoint: service.origin + path,
      ...newBrowser().keys,
    })
    const outcomes = [
      ['/201', 'sent'],
      ['/404', 'gone'],
      ['/410', 'gone'],
      ['/403', 'refused'],
      ['/307', 'refused'],
      ['/429', 'later'],
      ['/503', 'later'],
    ] as const
    for (const [path, outcome] of outcomes) {
      service.state.status = Number(path.slice(1))
      expect(await push(to(path), 'text', signal)).toBe(outcome)
    }
    expect(service.taken.map(({ path }) => path)).toEqual(outcomes.map(([path]) => path))
  })

  it('that is not known gets nothing, nor does a browser whose key is none', async () => {
    const sent = service.taken.length
    const browser = { id: 'one', endpoint: `${service.origin}/201`, ...newBrowser().keys }
    expect(await openPush({ keys, subject })(browser, 'text', signal)).toBe('gone')
    const push = openPush({ keys, subject, isKnown: () => true })
    expect(await push({ ...browser, p256dh: 'B'.repeat(87) }, 'text', signal)).toBe('gone')
    expect(service.taken).toHaveLength(sent)
  })
})

describe('a push of notifications', () => {
  const fixture = testFixture()
  const asServer = asServerOf(fixture)
  const ask: Ask = (name, args) => {
    const { p_job, ...rest } = args as Record<string, unknown>
    return name === 'end_browsers'
      ? asServer('public.end_browsers($1::uuid, $2::uuid[])', [
          ...[p_job, `{${(rest.p_browsers as string[]).join(',')}}`],
        ])
      : asServer('public.mailed_notifications($1::uuid, $2)', [p_job, rest.p_kind])
  }
  const build = { entry: { module: { makePushes } } } as unknown as ServerBuild
  const claim = async () =>
    (await asServer<{ id: string } | null>(`public.claim_job('{push}')`, []))!.id
  const tell = (user: string, times: number) =>
    fixture.db.sql(
      `insert into public.notifications (project_id, user_id, kind, document_kind, document_id, document_no, party, amount, in_app,
         by_mail, by_push)
       select $1::uuid, $2::uuid, 'mention', 'customer', c.id, 'CR-7', 'Secret Store', 12.34, true, false, true
       from public.customers c, generate_series(1, $3::text::int) where c.project_id = $1::uuid`,
      [fixture.a, user, String(times)],
    )

  it('says little, goes once, and ends where the browser is gone', async () => {
    const { Owner } = fixture.role
    const browser = newBrowser()
    const endpoint = 'https://fcm.googleapis.com/fcm/send/one'
    await trade(fixture).customer()
    await fixture.db.sql(
      `insert into public.push_subscriptions (user_id, browser, endpoint, p256dh, auth)
       values ($1::uuid, $2, $3, $4, $5)`,
      [Owner, 'a'.repeat(64), endpoint, browser.keys.p256dh, browser.keys.auth],
    )
    const service = await startPushService()
    const keys = pushKeyOf('a secret of more than thirty-two characters')
    const here = openPush({ keys, subject: 'https://kalakal.example', isKnown: () => true })
    // The services of browsers are elsewhere: what goes to them goes to this machine.
    const push: SendPush = (to, ...rest) =>
      here(
        { ...to, endpoint: to.endpoint.replace('https://fcm.googleapis.com', service.origin) },
        ...rest,
      )
    const job = pushJob({ ask, build, push })
    try {
      await tell(Owner, 2)
      const id = await claim()
      expect(await job(id, signal)).toBe('sent')
      expect(service.taken.map(({ path }) => path)).toEqual(['/fcm/send/one', '/fcm/send/one'])
      const [{ headers, body }] = service.taken as [(typeof service.taken)[0]]
      const text = decrypt(browser, body)
      expect(JSON.parse(text)).toEqual({
        title: 'Another user mentioned you',
        body: 'Alpha Trading',
        path: expect.stringMatching(/^\/customers\/customer-list\/[0-9a-f-]{36}$/),
        tag: expect.any(String),
      })
      expect(text).not.toMatch(/Secret|12\.34|CR-7/)
      expect(headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm' })
      const [, token = '', key] = /^vapid t=(\S+), k=(\S+)$/.exec(String(headers.authorization))!
      expect(key).toBe(keys.publicKey)
      const { d: _, ...open } = keys.jwk
      const { payload } = await jwtVerify(token, createPublicKey({ key: open, format: 'jwk' }), {
        audience: service.origin,
      })
      expect(payload.sub).toBe('https://kalakal.example')
      expect(payload.exp! - Date.now() / 1000).toBeLessThan(24 * 3600)
      await asServer('public.complete_job($1::uuid, $2)', [id, 'sent'])

      service.state.status = 503
      await tell(Owner, 5)
      const second = await claim()
      await expect(job(second, signal)).rejects.toThrow('No push service took the push.')
      service.state.status = 410
      expect(await job(second, signal)).toBe('nothing')
      expect(decrypt(browser, service.taken.at(-1)!.body)).toContain('5 notifications')
      expect(await fixture.db.sql('select from public.push_subscriptions')).toEqual([])
    } finally {
      service.close()
    }
  })
})
