import { randomBytes } from 'node:crypto'
import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { deflated, deflatedLater, ownCrc32, zip, zipPieces } from './zip.server.ts'

it('packs files that come in pieces, each with its checksum and its name', () => {
  const archive = zip(
    new Map([
      ['a.xml', ['12345', '67', '89'].map((text) => deflated(Buffer.from(text)))],
      ['b/ç.xml', [deflated(Buffer.from('ü'.repeat(100_000)))]],
      ['empty.xml', [deflated(Buffer.alloc(0))]],
    ]),
  )
  const files = Object.entries(unzipSync(archive)).map(([path, content]) => [
    path,
    Buffer.from(content).toString(),
  ])
  expect(files).toEqual([
    ['a.xml', '123456789'],
    ['b/ç.xml', 'ü'.repeat(100_000)],
    ['empty.xml', ''],
  ])
  expect(archive.length).toBeLessThan(2000)
  // The value by which implementations of CRC-32 are told to be right, in the archive's directory.
  expect(archive.readUInt32LE(archive.indexOf('PK\x01\x02', 0, 'latin1') + 16)).toBe(0xcbf43926)
  expect(ownCrc32(Buffer.from('123456789'))).toBe(0xcbf43926)
})

it('hands an archive on piece by piece, and takes no more files than its reader asks for', async () => {
  let made = 0
  const noise = () => randomBytes(50_000)
  async function* files() {
    for (; made < 8; made++) yield [`${made}.bin`, [await deflatedLater(noise())]] as const
  }
  const pieces = zipPieces(files())
  const read = [(await pieces.next()).value as Uint8Array]
  // Two files fill a piece; the others are not made before the next is asked for.
  expect(made).toBe(1)
  for await (const piece of pieces) read.push(piece)
  expect(read.length).toBeGreaterThan(3)
  const found = unzipSync(Buffer.concat(read))
  expect(Object.entries(found).map(([path, { length }]) => [path, length])).toEqual(
    Array.from({ length: 8 }, (_, at) => [`${at}.bin`, 50_000]),
  )
})
