import { parentPort } from 'node:worker_threads'
import bcrypt from 'bcryptjs'
import { MAX_PASSWORD_BYTES } from '../../../app/platform/access/password-length.ts'
import { commonPassword } from '../../../app/platform/access/password-strength.server.ts'
import type { PasswordAnswer, PasswordWork } from './passwords.ts'

/** Compares, hashes and judges passwords, which takes a tenth of a second each, on a thread of its own. */
parentPort!.on('message', async (work: PasswordWork) => {
  const answer: PasswordAnswer = { id: work.id, value: await done(work) }
  parentPort!.postMessage(answer)
})

/** Returns false for a password longer than the bytes that bcrypt compares, even if it begins with the right one. */
async function compare(password: string, hash: string): Promise<boolean> {
  const same = await bcrypt.compare(password, hash)
  return same && Buffer.byteLength(password) <= MAX_PASSWORD_BYTES
}

function done(work: PasswordWork): unknown {
  switch (work.kind) {
    case 'compare':
      return compare(work.password, work.hash)
    case 'hash':
      return bcrypt.hash(work.password, work.rounds)
    case 'judge':
      return commonPassword(work.password, work.hints)
  }
}
