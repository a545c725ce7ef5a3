// @ts-check
import { npmFolder } from '../suites/npm-folder.mjs'

/** 65 MB to fetch. */
export const oldPrograms = npmFolder(import.meta.dirname)
