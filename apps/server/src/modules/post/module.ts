import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { postRoutes } from './routes.ts'
import { createPosts, type Posts } from './service.ts'
import { createShelf } from './shelf.ts'
import { createPostStore } from './store.ts'

type Needs = Pick<Core, 'bus' | 'clock' | 'db' | 'editionOf' | 'journal' | 'signals'>

export const postModule = (core: Needs): Module & Pick<Posts, 'welcome'> => {
  const store = createPostStore(core.db)
  const shelf = createShelf({ ...core, store })
  const posts = createPosts({ ...core, store, onChange: shelf.changed })
  const stop = core.signals.on('user.changed', shelf.authorChanged)
  return {
    welcome: posts.welcome,
    routes: postRoutes(posts, shelf),
    close() {
      stop()
      shelf.close()
    },
  }
}
