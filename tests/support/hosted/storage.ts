import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import postgres from 'postgres'
import { folderStore } from '../../../server/embedded-supabase/files/file-storage.ts'
import type { Service } from './auth.ts'
import type { SigningKeys } from './keys.ts'

/** The largest file, as supabase/config.toml says. */
const MOST_BYTES = 5 * 1024 * 1024

/**
 * Answers as Supabase Storage does what the product asks of it. The rows of files stand in its tables, read and written as
 * the person under their policies; the bytes lie where the embedded server has them, `storage` in the folder.
 */
export function openStorage(database: string, folder: string, keys: SigningKeys): Service {
  const sql = postgres(database.replace('postgres@', 'authenticator@'), {
    max: 5,
    onnotice: () => {},
  })
  const files = folderStore(folder)

  async function asCaller<T>(
    request: Request,
    work: (tx: postgres.TransactionSql) => Promise<T>,
    operation = '',
  ) {
    const token = request.headers.get('authorization')?.slice(7)
    const claims = token ? await keys.read(token) : null
    if (token && !claims) throw refusal('403', 'Unauthorized', 'invalid signature')
    return sql.begin(async (tx) => {
      await tx`select set_config('role', ${String(claims?.role ?? 'anon')}, true),
        set_config('request.jwt.claims', ${JSON.stringify(claims ?? {})}, true),
        set_config('storage.operation', ${operation}, true), set_config('storage.allow_delete_query', 'true', true)`
      return work(tx)
    })
  }

  const typesOf = (bucket: string) =>
    sql.begin(async (tx) => {
      await tx`set local role service_role`
      const [row] = await tx`select allowed_mime_types from storage.buckets where id = ${bucket}`
      return row?.allowed_mime_types as string[] | null
    })

  async function store(request: Request, bucket: string, key: string): Promise<Response> {
    const bytes = new Uint8Array(await request.arrayBuffer())
    if (bytes.byteLength > MOST_BYTES)
      throw refusal('413', 'Payload too large', 'The object exceeded the maximum allowed size')
    const mimetype = request.headers.get('content-type')!
    const allowed = await typesOf(bucket)
    if (allowed && !allowed.includes(mimetype))
      throw refusal('415', 'invalid_mime_type', `mime type ${mimetype} is not supported`)
    await asCaller(request, async (tx) => {
      await tx`insert into storage.objects (bucket_id, name, metadata)
        values (${bucket}, ${key}, ${tx.json({ size: bytes.byteLength, mimetype })})`
      await files.write(bucket, key, bytes)
    }).catch((error: { code?: string; message: string }) => {
      if (error.code === '23505') throw refusal('409', 'Duplicate', 'The resource already exists')
      if (error.code === '42501') throw refusal('403', 'Unauthorized', error.message)
      throw error
    })
    return Response.json({ Key: `${bucket}/${key}` })
  }

  async function load(request: Request, bucket: string, key: string): Promise<Response> {
    const [row] = await asCaller(
      request,
      (tx) =>
        tx`select metadata from storage.objects where bucket_id = ${bucket} and name = ${key}`,
    )
    const bytes = row && (await files.read(bucket, key))
    if (!bytes) throw refusal('404', 'not_found', 'Object not found')
    const { mimetype } = row.metadata as { mimetype: string }
    return new Response(new Uint8Array(bytes), { headers: { 'content-type': mimetype } })
  }

  /** A link that opens a file without a session, which the product lets nobody make. */
  async function sign(request: Request, bucket: string, key: string): Promise<Response> {
    const [row] = await asCaller(
      request,
      (tx) => tx`select 1 from storage.objects where bucket_id = ${bucket} and name = ${key}`,
      'storage.object.sign',
    )
    if (!row) throw refusal('404', 'not_found', 'Object not found')
    return Response.json({ signedURL: `/object/sign/${bucket}/${key}?token=${randomUUID()}` })
  }

  async function remove(request: Request, bucket: string): Promise<Response> {
    const { prefixes } = (await request.json()) as { prefixes: string[] }
    const gone = await asCaller(
      request,
      (tx) =>
        tx`delete from storage.objects where bucket_id = ${bucket} and name = any (${prefixes}) returning *`,
    )
    for (const { name } of gone) await files.remove(bucket, name as string)
    return Response.json(gone)
  }

  return {
    async fetch(request) {
      const [, verb, bucket = '', key] =
        /^\/storage\/v1\/object\/(?:(authenticated|sign)\/)?(\w+)(?:\/(.+))?$/.exec(
          new URL(request.url).pathname,
        ) ?? []
      try {
        if (verb === 'sign') return await sign(request, bucket, key!)
        if (request.method === 'DELETE') return await remove(request, bucket)
        return request.method === 'POST'
          ? await store(request, bucket, key!)
          : await load(request, bucket, key!)
      } catch (refused) {
        if (refused instanceof Response) return refused
        throw refused
      }
    },
    stop: () => sql.end(),
  }
}

/** Says the status in the body; the answer itself is a 400. */
const refusal = (statusCode: string, error: string, message: string) =>
  Response.json({ statusCode, error: error || STATUS_CODES[statusCode], message }, { status: 400 })
