import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readUpload } from './upload.server'

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const PDF = '%PDF-1.7\n1 0 obj\n<< >>\nendobj\ntrailer\n%%EOF\n'

describe('an upload for a voucher', () => {
  it('keeps a PDF as it is', async () => {
    expect(await readUpload(bytes(PDF))).toEqual({ ok: true, kind: 'pdf', bytes: bytes(PDF) })
  })

  it.each([
    ['nothing', ''],
    ['HTML', '<html><script>alert(1)</script></html>'],
    ['a PDF that was cut off', PDF.replace('%%EOF', '')],
    ['a PDF behind something else', `<script></script>${PDF}`],
    ['a program', 'MZ\x90\x00'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ])('that is %s is refused', async (_, text) => {
    expect(await readUpload(bytes(text))).toMatchObject({
      ok: false,
      message: expect.stringContaining('Choose a PDF, or a picture'),
    })
  })

  it('keeps the pixels of a photograph alone, small enough to store and large enough to read', async () => {
    const photo = await sharp({
      create: { width: 3000, height: 1500, channels: 3, background: '#c8b07a' },
    })
      .withExif({ IFD0: { Copyright: 'SECRET' } })
      .jpeg()
      .toBuffer()
    const read = await readUpload(new Uint8Array(photo))
    if (!read.ok) throw new Error(read.message)
    expect(read.kind).toBe('jpg')
    const { width, height, exif } = await sharp(read.bytes).metadata()
    expect({ width, height, exif }).toEqual({ width: 2200, height: 1100, exif: undefined })
  })

  it('is refused above 5 MiB', async () => {
    const large = new Uint8Array(5 * 1024 * 1024 + 1)
    expect(await readUpload(large)).toMatchObject({
      ok: false,
      message: 'Choose a file of at most 5 MiB.',
    })
  })
})
