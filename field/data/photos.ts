import { uuidv7 } from 'uuidv7'
import { call, refusalOf } from '../api'
import { alone } from './alone'
import type { PersonDatabase } from './copy'
import type { Photo } from './written'

/** The office takes photographs of at most so many bytes. */
const MOST_BYTES = 200_000
/** The longest side in pixels that is tried first: small print of a receipt is read at it. */
const SIDE = 1600

/** A slow line takes so long for one. */
const WAIT_MS = 90_000

/** The kinds of acts whose documents take photographs, with the kind of the document. */
const DOCUMENTS: Record<string, string> = { booking: 'booking', receipt: 'collection' }

export const takesPhotos = (kind: string) => kind in DOCUMENTS

/**
 * Draws a picture anew as a JPEG of at most 200 kB. Only pixels remain: no place, no time, no model of the camera.
 *
 * @throws when the file is no picture.
 */
async function redraw(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file)
  const canvas = document.createElement('canvas')
  for (let side = SIDE; ; side = Math.round(side * 0.8)) {
    const scale = Math.min(side / Math.max(picture.width, picture.height), 1)
    canvas.width = Math.max(Math.round(picture.width * scale), 1)
    canvas.height = Math.max(Math.round(picture.height * scale), 1)
    canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
    for (const quality of [0.8, 0.6]) {
      const drawn = await new Promise<Blob | null>((done) =>
        canvas.toBlob(done, 'image/jpeg', quality),
      )
      if (drawn && drawn.size <= MOST_BYTES) return drawn
    }
  }
}

/** Writes a photograph to the queue. It is on the phone when this returns. */
export async function addPhoto(
  db: PersonDatabase,
  of: { key: string; booking?: boolean },
  file: File,
): Promise<void> {
  const drawn = await redraw(file)
  const data = await drawn.arrayBuffer()
  const taken_at = new Date().toISOString()
  await db.photos.put({
    ...{ key: uuidv7(), act: of.key, taken_at, data, state: 'waiting' },
    ...(of.booking && { booking: true }),
  })
}

/**
 * Sends the photographs whose documents the office has, one tab at a time. A refused one blocks no other.
 *
 * @throws Offline when the office cannot be reached: all that are not sent stay.
 */
export function sendPhotos(db: PersonDatabase, project: string): Promise<void> {
  return alone(`photos ${db.name}`, async () => {
    for (const key of await db.photos.where('state').equals('waiting').primaryKeys()) {
      const photo = await db.photos.get(key)
      const document = photo?.data && (await documentOf(db, photo))
      if (document) await sendPhoto(db, project, photo, document)
    }
  })
}

/** Returns the document of a photograph once the office has it. */
export async function documentOf(
  db: PersonDatabase,
  { act: of, booking }: Photo,
): Promise<{ kind: string | undefined; id: string } | null> {
  if (booking) return { kind: 'booking', id: of }
  const act = await db.acts.get(of)
  if (act?.state !== 'accepted' || !act.answer) return null
  return { kind: DOCUMENTS[act.kind], id: act.answer.id }
}

async function sendPhoto(
  db: PersonDatabase,
  project: string,
  { key, data, taken_at }: Photo,
  document: { kind: string | undefined; id: string },
): Promise<void> {
  try {
    const sent = {
      ...{ project, key, kind: document.kind, document: document.id },
      ...{ name: `Photograph ${taken_at.slice(0, 10)}`, data: base64(new Uint8Array(data!)) },
    }
    await call('photo', sent, WAIT_MS)
    // The office has it: the phone needs its room.
    await db.photos.update(key, { state: 'sent', data: null })
  } catch (error) {
    await db.photos.update(key, { state: 'refused', message: refusalOf(error).message })
  }
}

function base64(bytes: Uint8Array): string {
  const part = 0x8000
  let text = ''
  for (let at = 0; at < bytes.length; at += part)
    text += String.fromCharCode(...bytes.subarray(at, at + part))
  return btoa(text)
}
