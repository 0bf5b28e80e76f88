import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireAccount } from '~/platform/access/guard.server'
import { PICTURE_TYPES, pictureKind } from '~/platform/files/picture.server'
import { problem } from '~/platform/request/errors'
import { readLogo } from './storage.server'

/**
 * A project's logo, for its people and the administrator: storage's policies decide. Whose it is and
 * whether it is there make no difference to anybody else, nor does an address that is none.
 */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { db } = await requireAccount(context)
  const bytes = await readLogo(db, params['*'] ?? '')
  const kind = bytes && pictureKind(bytes)
  if (!kind) throw problem(404)
  return new Response(bytes, {
    headers: {
      'Content-Type': PICTURE_TYPES[kind],
      'Content-Length': String(bytes.byteLength),
      'Content-Disposition': 'inline',
      // Its name is its content's hash: another picture has another address.
      'Cache-Control': 'private, max-age=31536000, immutable',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
  })
}
