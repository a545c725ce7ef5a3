import { PostsPage } from '../../features/post/pages/posts-page.tsx'

export const Component = () => <PostsPage />
