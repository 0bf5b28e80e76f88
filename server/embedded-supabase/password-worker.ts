import { parentPort } from 'node:worker_threads'
import bcrypt from 'bcryptjs'
import { commonPassword } from '../../app/platform/access/password-strength.server.ts'
import type { PasswordAnswer, PasswordWork } from './passwords.ts'

/** Compares, hashes and judges passwords, which takes a tenth of a second each, on a thread of its own. */
parentPort!.on('message', async (work: PasswordWork) => {
  const answer: PasswordAnswer = { id: work.id, value: await done(work) }
  parentPort!.postMessage(answer)
})

function done(work: PasswordWork): unknown {
  switch (work.kind) {
    case 'compare':
      return bcrypt.compare(work.password, work.hash)
    case 'hash':
      return bcrypt.hash(work.password, work.rounds)
    case 'judge':
      return commonPassword(work.password, work.hints)
  }
}
