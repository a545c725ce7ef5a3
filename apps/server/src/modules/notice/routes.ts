import type { GameNotice } from '@pennant/contract/hub'
import * as wire from '@pennant/contract/notice'
import { bind, bindFast, type BoundRoute } from '../../http/bind.ts'
import { edited } from '../../http/reply.ts'
import type { Core } from '../../core/core.ts'
import { basisOf, presentNoticeToEdit } from './present.ts'
import { createNotices, type NoticeParts } from './service.ts'
import { createNoticePages } from './list-cache.ts'

export const noticeRoutes = (core: Pick<Core, NoticeParts | 'access'>): BoundRoute[] => {
  const notices = createNotices(core)
  const pageOf = createNoticePages()
  const answer = (notice: GameNotice) => edited(presentNoticeToEdit(notice), basisOf(notice))

  return [
    bindFast(wire.readNotices, async ({ params: { id }, query: { count = 100, skip = 0 }, principal }) =>
      pageOf(await core.access.begun(id, principal), { skip, count }),
    ),

    bind(wire.listNoticesToEdit, async ({ params: { id } }) =>
      (await notices.list(id)).map(presentNoticeToEdit),
    ),

    bind(wire.createNotice, async (call) =>
      answer(await notices.create(call.params.id, call.body.content, call)),
    ),

    bind(wire.updateNotice, async (call) =>
      answer(await notices.update(call.params, call.body.content, call)),
    ),

    bind(wire.deleteNotice, (call) => notices.remove(call.params, call)),
  ]
}
