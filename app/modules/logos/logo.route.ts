import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireAccount } from '~/platform/access/guard.server'
import { PICTURE_TYPES, pictureKind } from '~/platform/files/picture.server'
import { problem } from '~/platform/request/errors'
import { readLogo } from './storage.server'

/**
 * Serves a project's logo to its users and the administrator; the policies of storage decide.
 * Everybody else gets the same answer for a foreign logo, a missing one and an invalid address.
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
      // The file name is a hash of the content, so another picture has another address.
      'Cache-Control': 'private, max-age=31536000, immutable',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
  })
}
