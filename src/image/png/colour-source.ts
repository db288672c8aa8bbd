import { deflateSync } from 'node:zlib';
import { bytesPiece, copyPiece, joinedPieces, type ByteSource, type Piece } from '../bytes.ts';
import { decodeFailed } from '../decode-failed.ts';
import { profileOfSpace } from '../icc/made-profile.ts';
import { chunksOf, pngSignature } from './chunks.ts';
import { pngColoursOf } from './colour.ts';
import { iccpChunk } from './named-profile.ts';
import { pngPictureOf } from './picture-chunks.ts';

const colourChunks = ['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM'];

/**
 * The same PNG with an ICC profile in place of gAMA, cHRM or cICP, by which tools do not convert. Throws
 * `decode_failed` where no profile describes the same colours.
 */
export const profiledPngPieces = (source: ByteSource): readonly Piece[] => {
  const picture = pngPictureOf(source);
  const { space } = pngColoursOf(picture);
  const pieces: Piece[] = [copyPiece(0, pngSignature.length)];
  for (const { name, offset, end } of chunksOf(source)) {
    if (!colourChunks.includes(name)) pieces.push(copyPiece(offset, end));
    if (name !== 'IHDR' || space === undefined) continue;
    const isGrey = picture.header.colour === 'grey';
    const profile = typeof space === 'string' ? undefined : profileOfSpace(space, isGrey);
    if (profile === undefined) throw decodeFailed('PNG has colours that cannot be converted.');
    pieces.push(bytesPiece(iccpChunk(deflateSync(profile))));
  }
  return joinedPieces(pieces);
};
