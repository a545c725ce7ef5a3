import type { Core } from '../../core/core.ts'
import type { Module } from '../../http/bind.ts'
import { createPostCache } from './post-cache.ts'
import { postRoutes } from './routes.ts'
import { createPosts, type Posts } from './service.ts'

type Parts = 'audit' | 'bus' | 'clock' | 'db' | 'journal' | 'lastChanged' | 'signals'

export const postModule = (core: Pick<Core, Parts>): Module & Pick<Posts, 'welcome'> => {
  const cache = createPostCache(core)
  const posts = createPosts(core, cache.changed)
  const stop = core.signals.on('user.changed', cache.authorChanged)
  return {
    welcome: posts.welcome,
    routes: postRoutes(posts, cache),
    close() {
      stop()
      cache.close()
    },
  }
}
