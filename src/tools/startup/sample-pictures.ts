/** A gradient of 16x16 pixels in every media type that encoders read, to check them with. */
const base64 = {
  'image/avif':
    'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADmbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAAAAAAAOcGl0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAEOAAAAJQAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGF2MDEAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAABAAAAAQAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgQAMAAAAABNjb2xybmNseAABAA0ABoAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAAC1tZGF0EgAKCRgM/9kgIaDQgDIWGgAAAEAAOBPwmDbkp3BmPGvSopJn4A==',
  'image/jpeg':
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wCEAAYGBgYHBgcICAcKCwoLCg8ODAwODxYQERAREBYiFRkVFRkVIh4kHhweJB42KiYmKjY+NDI0PkxERExfWl98fKcBBgYGBgcGBwgIBwoLCgsKDw4MDA4PFhAREBEQFiIVGRUVGRUiHiQeHB4kHjYqJiYqNj40MjQ+TERETF9aX3x8p//CABEIABAAEAMBIQACEQEDEQH/xAAVAAEBAAAAAAAAAAAAAAAAAAAGB//aAAgBAQAAAACPvWL3/8QAFQEBAQAAAAAAAAAAAAAAAAAAAwT/2gAIAQIQAAAAeH//xAAVAQEBAAAAAAAAAAAAAAAAAAAGB//aAAgBAxAAAABPMf/EABcQAQADAAAAAAAAAAAAAAAAAAUAIjL/2gAIAQEAAT8AOAzSHAZpDgM0hwGaT//EABcRAAMBAAAAAAAAAAAAAAAAAAADBDH/2gAIAQIBAT8AnZhOzD//xAAYEQACAwAAAAAAAAAAAAAAAAAABQYiM//aAAgBAwEBPwCJNs7ESbZ2P//Z',
  'image/png':
    'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAARElEQVR42mNkEGDgYOAhHjFykKpBgFQNEqRqUCBVgwapGgxI1WBBqgYHUjV4kKohgFQNEaRqSCBVQwapGgpI1VBBogYAYTYXkeJ4zKYAAAAASUVORK5CYII=',
  'image/webp':
    'UklGRlIAAABXRUJQVlA4IEYAAADQAQCdASoQABAAAUAmJbACdAEOtYmoAAD+/pJTK/q69hsr/m1zEfLZ3olK4NU8uH7Ryd1/vl1//l6Z6r//60/PS2/vgwAA',
};

const side = 16;

/** The built-in picture in `mediaType`; undefined for other types. */
export const samplePicture = (mediaType: string): Buffer | undefined => {
  if (mediaType === 'image/x-portable-pixmap') return pixmapPicture();
  const text = new Map<string, string>(Object.entries(base64)).get(mediaType);
  return text === undefined ? undefined : Buffer.from(text, 'base64');
};

/** The built-in picture as a PNG. */
export const pngPicture = (): Buffer => Buffer.from(base64['image/png'], 'base64');

const pixmapPicture = (): Buffer =>
  Buffer.concat([
    Buffer.from(`P6\n${side} ${side}\n255\n`),
    Buffer.from(
      Array.from({ length: side * side }, (_, index) => {
        const [x, y] = [index % side, Math.floor(index / side)];
        return [x * 16, y * 16, (x + y) * 8];
      }).flat(),
    ),
  ]);
