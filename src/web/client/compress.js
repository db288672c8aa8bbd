/** The compress page. */

document.getElementById('work');
