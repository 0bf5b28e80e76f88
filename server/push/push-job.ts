import type {
  MakePushes,
  NotificationsToSend,
} from '../../app/platform/request/notification-mails.ts'
import type { Ask } from '../ask-for.ts'
import type { DoJob } from '../jobs.ts'
import { type Pages, partOfPages } from '../mails.ts'
import type { Browser, Outcome, SendPush } from './send.ts'

interface Parts {
  ask: Ask
  build: Pages
  push: SendPush
}

interface ToPush extends NotificationsToSend {
  browsers: Browser[]
}

/** Returns what pushes the notifications of a job to the browsers of its person. */
export function pushJob({ ask, build, push }: Parts): DoJob {
  const pushTo = async (browser: Browser, texts: readonly string[], signal: AbortSignal) => {
    let outcome: Outcome = 'sent'
    for (const text of texts) {
      // A service that does not answer takes none just now.
      outcome = await push(browser, text, signal).catch((): Outcome => 'later')
      if (outcome !== 'sent') break
    }
    return { id: browser.id, outcome }
  }

  return async (job, signal) => {
    const found = (await ask(
      'mailed_notifications',
      { p_job: job, p_kind: 'push' },
      signal,
    )) as ToPush
    const makePushes = await partOfPages<MakePushes>(build, 'makePushes')
    const texts = makePushes(found).map((each) => JSON.stringify(each))
    if (texts.length === 0 || found.browsers.length === 0) return 'nothing'
    const outcomes = await Promise.all(found.browsers.map((each) => pushTo(each, texts, signal)))
    const gone = outcomes.filter(({ outcome }) => outcome === 'gone').map(({ id }) => id)
    if (gone.length > 0) await ask('end_browsers', { p_job: job, p_browsers: gone }, signal)
    const has = (wanted: Outcome) => outcomes.some(({ outcome }) => outcome === wanted)
    if (has('sent')) return 'sent'
    // It is tried again later, as every job.
    if (has('later')) throw new Error('No push service took the push.')
    return has('refused') ? 'refused' : 'nothing'
  }
}
